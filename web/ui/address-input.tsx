/** A text to filter by, kept in the address. It is looked for once the typing pauses, from the first page on. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useAddress } from './address.ts';

const PAUSE_MS = 200;

interface AddressInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'name'> {
  /** Under which it stands in the address. */
  readonly name: string;
}

export function AddressInput({ name, ...rest }: AddressInputProps) {
  const { params, change } = useAddress();
  const inAddress = params.get(name) ?? '';
  const [typed, setTyped] = useState({ text: inAddress, inAddress });
  const search = useDebouncedCallback((text: string) => {
    setTyped({ text, inAddress: text.trim() });
    change({ [name]: text.trim(), page: undefined }, { replace: true });
  }, PAUSE_MS);
  return (
    <TextInput
      maxLength={60}
      {...rest}
      // What back, or a link, has put there counts for more than what was typed before.
      value={typed.inAddress === inAddress ? typed.text : inAddress}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ text: value, inAddress });
        search(value);
      }}
    />
  );
}
