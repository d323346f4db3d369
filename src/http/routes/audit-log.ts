import { AuditLogAnswer, AuditLogQuery } from '../../schemas/audit-log.ts';
import { listAuditLog } from '../../services/audit/audit-log-list.ts';
import type { Services } from '../../services/shared/services.ts';
import { operationsOf } from '../operations.ts';
import type { App } from '../typed-app.ts';

export function auditLogRoutes(app: App, services: Services): void {
  const { get } = operationsOf(app, services, 'Organization');

  get('/audit_log/', {
    operationId: 'listAuditLog',
    summary: 'The audit log, newest first',
    description:
      'An entry without an actor comes from the command line or the service itself. Failed sign-ins (`sign_in.failed`) have no actor, but an address; equal ones within 15 minutes are one entry.',
    floor: 'read audit log',
    mayBeLarge: true,
    query: AuditLogQuery,
    errors: ['forbidden', 'unprocessable_entity'],
    answer: AuditLogAnswer,
    run: ({ caller, query }) => listAuditLog(services, caller, query),
  });
}
