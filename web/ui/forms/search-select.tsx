/** A select that is searched by typing. The first match is highlighted and Enter takes it; Enter never submits the form. */
import { getOptionsLockup, getParsedComboboxData, Select, type SelectProps } from '@mantine/core';
import { useMergedRef, useUncontrolled } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

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

  // Mantine announces the highlighted option to screen readers only after an arrow key.
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

function optionsOf(input: HTMLInputElement | null): HTMLElement[] {
  const list = document.getElementById(input?.getAttribute('aria-controls') ?? '');
  return [...(list?.querySelectorAll<HTMLElement>('[data-combobox-option]:not([data-combobox-disabled])') ?? [])];
}

function highlightedOf(input: HTMLInputElement | null): HTMLElement | undefined {
  return optionsOf(input).find((option) => option.hasAttribute('data-combobox-selected'));
}

function nameHighlighted(input: HTMLInputElement | null): void {
  const option = highlightedOf(input);
  if (option !== undefined) input?.setAttribute('aria-activedescendant', option.id);
}
