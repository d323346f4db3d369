/** A filter field whose text is kept in the address. It applies when typing pauses, and goes back to the first page of the list. */
import { TextInput, type TextInputProps } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';
import { useAddress } from './address.ts';

const PAUSE_MS = 200;

interface AddressInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'name'> {
  /** The parameter in the address. */
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
      // A text that came from going back or from a link wins over what was typed before.
      value={typed.inAddress === inAddress ? typed.text : inAddress}
      onChange={({ currentTarget: { value } }) => {
        setTyped({ text: value, inAddress });
        search(value);
      }}
    />
  );
}
