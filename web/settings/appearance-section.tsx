import { Radio, Stack, useMantineColorScheme } from '@mantine/core';
import { Block } from './block.tsx';
import { DisplayBlock } from './display-block.tsx';

const CHOICES = [
  { value: 'auto', label: 'System', about: 'Follows this device.' },
  { value: 'light', label: 'Light', about: 'Dark on white.' },
  { value: 'dark', label: 'Dark', about: 'For the night shift.' },
] as const;

export function AppearanceSection() {
  return (
    <Stack gap="lg">
      <ColorsBlock />
      <DisplayBlock />
    </Stack>
  );
}

function ColorsBlock() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Block title="Appearance" about="Saved in this browser.">
      <Radio.Group
        aria-label="Colours"
        value={colorScheme}
        onChange={(picked) => {
          const choice = CHOICES.find(({ value }) => value === picked);
          if (choice !== undefined) setColorScheme(choice.value);
        }}
      >
        <Stack>
          {CHOICES.map(({ value, label, about }) => (
            <Radio key={value} value={value} label={label} description={about} />
          ))}
        </Stack>
      </Radio.Group>
    </Block>
  );
}
