/** A field for several lines that grows with its text. Where the browser cannot do that, it keeps its least height and scrolls. */
import { InputBase, type TextareaProps } from '@mantine/core';
import classes from './text-area.module.css';

interface TextAreaProps
  extends Omit<TextareaProps, 'autosize' | 'rows' | 'minRows' | 'maxRows' | 'classNames' | 'bottomSection'> {
  readonly minRows: number;
  readonly maxRows?: number;
}

export function TextArea({ minRows, maxRows, ...rest }: TextAreaProps) {
  return (
    <InputBase
      {...rest}
      component="textarea"
      multiline
      rows={minRows}
      classNames={{ input: classes.growing ?? '' }}
      __vars={{ '--rows-min': `${minRows}`, '--rows-max': maxRows === undefined ? undefined : `${maxRows}` }}
    />
  );
}
