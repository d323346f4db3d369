/** A choice of several that is searched by typing. The first match is highlighted and Enter takes it; Enter never submits the form. */
import { MultiSelect, type MultiSelectProps } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';

type SearchMultiSelectProps = Omit<
  MultiSelectProps,
  'searchable' | 'searchValue' | 'onSearchChange' | 'selectFirstOptionOnChange' | 'onKeyDown'
>;

export function SearchMultiSelect(props: SearchMultiSelectProps) {
  const [text, setText] = useState('');
  return (
    <MultiSelect
      {...props}
      searchable
      searchValue={text}
      onSearchChange={setText}
      selectFirstOptionOnChange={text.trim() !== ''}
      onKeyDown={keepInForm}
    />
  );
}

function keepInForm(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}
