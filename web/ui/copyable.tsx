/** A text to copy: it can be selected, and a button copies it. */
import { Button, Code, Group, Stack, Text } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import classes from './copyable.module.css';
import { Icon } from './icons.tsx';

interface CopyableProps {
  readonly text: string;
  /** Its name for the button: "the key". */
  readonly what: string;
}

export function Copyable({ text, what }: CopyableProps) {
  const { copy, copied, error } = useClipboard();
  return (
    <Stack gap="xs">
      <Code block className={classes.text ?? ''} tabIndex={0} role="textbox" aria-readonly aria-label={what}>
        {text}
      </Code>
      <Group>
        <Button
          variant={copied ? 'filled' : 'default'}
          size="xs"
          leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
          onClick={() => copy(text)}
        >
          {copied ? 'Copied' : `Copy ${what}`}
        </Button>
        {error !== null && (
          // Browsers have no clipboard for pages without TLS.
          <Text size="sm" role="alert">
            This browser does not let the page copy. Click on the text, and copy it by hand.
          </Text>
        )}
      </Group>
    </Stack>
  );
}
