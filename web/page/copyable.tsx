/** A text that is there to be copied: it can be selected, and a button does it too. */
import { Button, Code, CopyButton, Group, Stack } from '@mantine/core';
import classes from './copyable.module.css';
import { Icon } from './icons.tsx';

interface CopyableProps {
  readonly text: string;
  /** What it is, for the button: "the key". */
  readonly what: string;
}

export function Copyable({ text, what }: CopyableProps) {
  return (
    <Stack gap="xs">
      <Code block className={classes.text ?? ''} tabIndex={0} role="textbox" aria-readonly aria-label={what}>
        {text}
      </Code>
      <Group>
        <CopyButton value={text}>
          {({ copied, copy }) => (
            <Button
              variant={copied ? 'filled' : 'default'}
              size="xs"
              leftSection={<Icon name={copied ? 'check' : 'copy'} size={14} />}
              onClick={copy}
            >
              {copied ? 'Copied' : `Copy ${what}`}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Stack>
  );
}
