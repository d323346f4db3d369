/** A choice of several that is searched by typing. The first match is highlighted and Enter takes it; Enter never submits the form. */
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { nameHighlighted } from './options.ts';

type SearchMultiSelectProps = Omit<
  MultiSelectProps,
  | 'ref'
  | 'searchable'
  | 'searchValue'
  | 'onSearchChange'
  | 'selectFirstOptionOnChange'
  | 'onKeyDown'
  | 'onKeyUp'
  | 'onDropdownClose'
>;

export function SearchMultiSelect(props: SearchMultiSelectProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => nameHighlighted(input.current));
  return (
    <MultiSelect
      {...props}
      ref={input}
      searchable
      searchValue={text}
      onSearchChange={setText}
      selectFirstOptionOnChange={text.trim() !== ''}
      onKeyDown={keepInForm}
      onKeyUp={() => nameHighlighted(input.current)}
      onDropdownClose={() => input.current?.removeAttribute('aria-activedescendant')}
    />
  );
}

function keepInForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
