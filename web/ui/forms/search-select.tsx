/** A select that is searched by typing. The first match is highlighted and Enter takes it; Enter never submits the form. */
import { getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { useMergedRef, useUncontrolled } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { highlightedOf, nameHighlighted, optionsOf } from './options.ts';

export interface SearchSelectProps extends Omit<SelectProps, 'searchable' | 'allowDeselect'> {
  /** Whether the options are still those of an earlier text: Enter then waits. */
  readonly isLooking?: boolean;
}

export function SearchSelect(props: SearchSelectProps) {
  const { isLooking = false, searchValue, onSearchChange, onDropdownClose, onKeyDown, onBlur, ref, ...rest } = props;
  const [text, setText] = useUncontrolled({
    ...(searchValue !== undefined && { value: searchValue }),
    ...(onSearchChange !== undefined && { onChange: onSearchChange }),
    finalValue: labelOf(props) ?? '',
  });
  const [isTaking, setTaking] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const isSearching = text.trim() !== '' && text !== labelOf(props);

  useEffect(() => {
    if (!isTaking || isLooking) return;
    setTaking(false);
    optionsOf(input.current)[0]?.click();
  }, [isTaking, isLooking]);

  useEffect(() => nameHighlighted(input.current));

  function press(event: KeyboardEvent<HTMLInputElement>) {
    onKeyDown?.(event);
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (isSearching && highlightedOf(input.current) === undefined) setTaking(true);
  }

  return (
    <Select
      {...rest}
      ref={useMergedRef(input, ref)}
      searchable
      // Enter on the present value must not clear it.
      allowDeselect={false}
      selectFirstOptionOnChange={isSearching && !isLooking}
      searchValue={text}
      onSearchChange={(typed) => {
        setTaking(false);
        setText(typed);
      }}
      onKeyDown={press}
      onKeyUp={() => nameHighlighted(input.current)}
      onBlur={(event) => {
        setTaking(false);
        onBlur?.(event);
      }}
      onDropdownClose={() => {
        input.current?.removeAttribute('aria-activedescendant');
        onDropdownClose?.();
      }}
    />
  );
}

function labelOf({ data, value }: SearchSelectProps): string | undefined {
  return value == null ? undefined : getOptionsLockup(getParsedComboboxData(data))[`${value}`]?.label;
}
