/** Which person has which colour (person-palette.ts), for everything within a schedule. */
import { type CSSProperties, createContext, type ReactNode, useContext, useMemo } from 'react';
import { assignedColors, colorBeside, type Identified, likedBy, PERSON_COLORS } from './person-palette.ts';

const Assigned = createContext<ReadonlyMap<string, number> | undefined>(undefined);

/** Everything in it shows these people in colours that are assigned among them; `first` before the others. */
export function PersonColors(props: {
  readonly first: readonly Identified[];
  readonly others?: readonly Identified[];
  readonly children: ReactNode;
}) {
  const { first, others = [], children } = props;
  const key = [first, others].map((people) => people.map(({ id }) => id).join()).join(';');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for the people, whose lists are new in each answer
  const assigned = useMemo(() => assignedColors(first, others), [key]);
  return <Assigned value={assigned}>{children}</Assigned>;
}

/** For anything with the class `person-color`. */
export function usePersonColor(): (userId: string) => CSSProperties {
  const assigned = useContext(Assigned);
  return (userId) => {
    const place = assigned === undefined ? likedBy(userId) : (assigned.get(userId) ?? colorBeside(assigned, userId));
    const { light, dark } = PERSON_COLORS[place] ?? PERSON_COLORS[0];
    return { '--person-light': light, '--person-dark': dark } as CSSProperties;
  };
}
