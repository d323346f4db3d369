import { AuditLogAnswer, AuditLogQuery } from '../../schemas/audit-log.ts';
import { listAuditLog } from '../../services/audit/audit-log-list.ts';
import type { Services } from '../../services/shared/services.ts';
import { callerOf } from '../request-guard.ts';
import type { App } from '../typed-app.ts';

export function auditLogRoutes(app: App, services: Services): void {
  app.get(
    '/audit_log/',
    {
      config: { mayBeLarge: true },
      schema: {
        tags: ['Organization'],
        operationId: 'listAuditLog',
        summary: 'The audit log, newest first',
        description:
          'An entry without an actor comes from the command line or the service itself. Failed sign-ins (`sign_in.failed`) have no actor, but an address; equal ones within 15 minutes are one entry.',
        querystring: AuditLogQuery,
        errors: ['forbidden', 'unprocessable_entity'],
        response: { 200: AuditLogAnswer },
      },
    },
    async (request) => listAuditLog(services, callerOf(request), request.query),
  );
}
