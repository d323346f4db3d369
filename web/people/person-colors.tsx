/** Assigns a colour (person-palette.ts) to each person in a schedule. */
import { type CSSProperties, createContext, type ReactNode, useContext, useMemo } from 'react';
import { assignedColors, colorBeside, type Identified, likedBy, PERSON_COLORS } from './person-palette.ts';

const Assigned = createContext<ReadonlyMap<string, number> | undefined>(undefined);

/** Shows these people in colours assigned among them. People in `first` choose before the others. */
export function PersonColors(props: {
  readonly first: readonly Identified[];
  readonly others?: readonly Identified[];
  readonly children: ReactNode;
}) {
  const { first, others = [], children } = props;
  const key = [first, others].map((people) => people.map(({ id }) => id).join()).join(';');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the people; the lists are new in each response
  const assigned = useMemo(() => assignedColors(first, others), [key]);
  return <Assigned value={assigned}>{children}</Assigned>;
}

/** The style for an element with the class `person-color`. */
export function usePersonColor(): (userId: string) => CSSProperties {
  const assigned = useContext(Assigned);
  return (userId) => {
    const place = assigned === undefined ? likedBy(userId) : (assigned.get(userId) ?? colorBeside(assigned, userId));
    const { light, dark } = PERSON_COLORS[place] ?? PERSON_COLORS[0];
    return { '--person-light': light, '--person-dark': dark } as CSSProperties;
  };
}
