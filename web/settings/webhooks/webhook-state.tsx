import { Badge } from '@mantine/core';
import type { Schemas } from '../../api/client.ts';

export function WebhookState({ webhook: { enabled, failing_since } }: { readonly webhook: Schemas['Webhook'] }) {
  const [color, label] = !enabled
    ? ['gray', 'Disabled']
    : failing_since === undefined
      ? ['teal', 'Enabled']
      : ['orange', 'Failing'];
  return (
    <Badge color={color} variant="light" flex="none">
      {label}
    </Badge>
  );
}
