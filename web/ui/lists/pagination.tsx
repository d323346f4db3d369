/** Page numbers of a long list; the current one is in the address. Renders nothing if there is one page. */
import { Group, Pagination, Text } from '@mantine/core';
import { useAddress } from './address.ts';

interface PageTurnerProps {
  readonly meta: { readonly page: number; readonly per_page: number; readonly total: number };
}

export function PageTurner({ meta }: PageTurnerProps) {
  const { change } = useAddress();
  const pages = Math.ceil(meta.total / meta.per_page);
  if (pages <= 1 && meta.page === 1) return null;
  return (
    <Group justify="space-between" gap="sm">
      <Text size="sm" c="dimmed">
        {meta.total} in all
      </Text>
      <Pagination
        total={pages}
        value={meta.page}
        onChange={(page) => change({ page: page === 1 ? undefined : String(page) })}
        size="sm"
        siblings={1}
        getControlProps={(control) => ({ 'aria-label': `${control} page` })}
        getItemProps={(page) => ({ 'aria-label': `Page ${page}` })}
      />
    </Group>
  );
}

/** From 1. Anything invalid in the address is page 1. */
export function usePageNumber(): number {
  const page = Number(useAddress().params.get('page') ?? 1);
  return Number.isInteger(page) && page >= 1 ? page : 1;
}
