// Generated from docs/openapi.json by "npm run fix".
export interface paths {
    "/api_keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All API keys of the organization that are not revoked, by user; for admins
         * @description With an API key or a session.
         */
        get: operations["listApiKeys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api_keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke any API key of the organization, at once; only owners revoke keys of owners
         * @description With an API key or a session.
         */
        delete: operations["revokeApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/audit_log/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The audit log, newest first
         * @description An entry without an actor comes from the command line or the service itself. Failed sign-ins (`sign_in.failed`) have no actor, but an address; equal ones within 15 minutes are one entry.
         *
         *     With an API key or a session.
         */
        get: operations["listAuditLog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/away/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When users are away: time off and public holidays
         * @description With an API key or a session.
         */
        get: operations["listAway"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/calendars/{token}.ics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shifts of a feed as an iCalendar file; no key needed
         * @description Open to everyone: needs neither an API key nor a session.
         */
        get: operations["getCalendar"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The connected chat
         * @description With an API key or a session.
         */
        get: operations["getChat"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/channels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All channels of the chat
         * @description With an API key or a session.
         */
        get: operations["listChatChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/linked_channels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The linked channels of all schedules
         * @description With an API key or a session.
         */
        get: operations["listChatChannelLinks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/local/channels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Channels of the built-in chat
         * @description With an API key or a session.
         */
        get: operations["listLocalChatChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/local/groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * User groups of the built-in chat
         * @description With an API key or a session.
         */
        get: operations["listLocalChatGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/local/messages/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages of the built-in chat
         * @description With an API key or a session.
         */
        get: operations["listLocalChatMessages"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/people/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The people of the chat, without guests and bots
         * @description For users who may create users. At most 3000 people of the chat are searched.
         *
         *     With an API key or a session.
         */
        get: operations["listChatPeople"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Test the connection to the chat, and post a short message to a channel
         * @description With an API key or a session.
         */
        post: operations["testChat"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/chat/user_groups/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The chat user groups of all schedules
         * @description With an API key or a session.
         */
        get: operations["listChatUserGroups"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage_candidates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who could cover the shifts of a request, or of a user in an interval, the best first
         * @description With an API key or a session.
         */
        get: operations["listCoverageCandidates"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask others to cover the shifts of a user, if you may change all the schedules concerned
         * @description With an API key or a session.
         */
        post: operations["createCoverageRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage_requests/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All coverage requests, oldest first
         * @description With an API key or a session.
         */
        get: operations["listCoverageRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage_requests/{coverage_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A coverage request
         * @description With an API key or a session.
         */
        get: operations["getCoverageRequest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage_requests/{coverage_request_id}/accept": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Accept a coverage request: you take over its shifts, or some of them
         * @description With an API key or a session.
         */
        post: operations["acceptCoverageRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/coverage_requests/{coverage_request_id}/decline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Say that you cannot cover: the requester is told once
         * @description With an API key or a session.
         */
        post: operations["declineCoverageRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deactivated_users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deactivated users whose personal data is not erased
         * @description For owners.
         *
         *     With an API key or a session.
         */
        get: operations["listDeactivatedUsers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Messages to the chat, to webhooks and by mail, newest first
         * @description Failed messages are retried: for a day to the chat, for three days to a webhook. Then they are given up. `error` says why.
         *
         *     With an API key or a session.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/deliveries/{delivery_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry a failed delivery
         * @description With an API key or a session.
         */
        post: operations["retryDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Live events: changes as they happen
         * @description A stream of server-sent events about your organization. It is a hint, not a log: it tells that something changed, not what
         *     it is now, and it repeats nothing.
         *
         *     - `reset`, first and whenever changes may have been missed: read again what you show.
         *     - `change`: `{"changes":[{"kind":"schedule","ids":["sch_…"]}]}`. Kinds are schedule, override, coverage_request, team, user and
         *       organization; `ids` also names what the thing belongs to, such as the schedule of an override.
         *     - `alive`, every 15 seconds. Without one for 40 seconds, something on the way holds the stream up: connect again.
         *
         *     It ends when the key or the session ends, and when the node stops. A user may have 10 streams open; a node refuses more than
         *     `WATCHBILL_EVENT_STREAMS` in all with 503.
         *
         *     With an API key or a session.
         */
        get: operations["streamEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Liveness: the process runs
         * @description Open to everyone: needs neither an API key nor a session.
         */
        get: operations["getHealth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/holiday_calendars/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Countries, or regions of one, with public holidays
         * @description With an API key or a session.
         */
        get: operations["listHolidayCalendars"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics/oncall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is on call in every schedule now, as metrics for Prometheus
         * @description For scrapers that send an API key as a bearer token, so that rules can join who is on call and alerts reach that person.
         *
         *     - `watchbill_oncall{schedule_id,schedule,external_id,person_id}` is 1 for each person on call; `include` adds `name` and `email`.
         *     - `watchbill_oncall_people` is how many they are, `watchbill_oncall_gap` 1 if nobody is on call although somebody should be, and
         *       `watchbill_oncall_broken` 1 if the schedule is broken, each with the labels of the schedule.
         *     - `watchbill_oncall_team{schedule_id,team_id,team}` is 1 for each team of a schedule.
         *
         *     `external_id` is that of the schedule, absent if it has none.
         *
         *     With an API key or a session.
         */
        get: operations["getOnCallMetrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/notices/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Notices for admins
         * @description For admins: messages or user groups that do not reach the chat, since when, and what to do. A notice disappears when things work again.
         *
         *     With an API key or a session.
         */
        get: operations["listNotices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oncall": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is on call in every schedule at an instant
         * @description With an API key or a session.
         */
        get: operations["listOnCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/openapi.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * This document
         * @description Open to everyone: needs neither an API key nor a session.
         */
        get: operations["getOpenApiDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/organization/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The organization of the user
         * @description With an API key or a session.
         */
        get: operations["getOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the organization
         * @description With an API key or a session.
         */
        patch: operations["updateOrganization"];
        trace?: never;
    };
    "/organization/calendar_rules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Rules for nights, weekends and public holidays in reports
         * @description With an API key or a session.
         */
        get: operations["getCalendarRules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the rules for nights, weekends and public holidays
         * @description For admins. Earlier rules are kept, so reports about earlier time do not change.
         *
         *     With an API key or a session.
         */
        patch: operations["updateCalendarRules"];
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness: the database accepts writes, the clocks agree, and the process is not shutting down
         * @description Open to everyone: needs neither an API key nor a session.
         */
        get: operations["getReadiness"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hours on call, past and future
         * @description The time on call of each person by kind: public holidays, weekends, nights and other hours. Each instant counts in the first matching kind, by the time zone and holidays of the person. Deleted schedules count until they were deleted. Admins get everyone, others themselves.
         *
         *     With an API key or a session.
         */
        get: operations["getHoursReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/reports/hours.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Hours on call as CSV
         * @description The same report with one line for each person, in hours.
         *
         *     With an API key or a session.
         */
        get: operations["getHoursReportCsv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All schedules
         * @description With an API key or a session.
         */
        get: operations["listSchedules"];
        put?: never;
        /**
         * Create a schedule
         * @description With an API key or a session.
         */
        post: operations["createSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/{schedule_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A schedule
         * @description With an API key or a session.
         */
        get: operations["getSchedule"];
        put?: never;
        post?: never;
        /**
         * Delete a schedule
         * @description With an API key or a session.
         */
        delete: operations["deleteSchedule"];
        options?: never;
        head?: never;
        /**
         * Change a schedule
         * @description With an API key or a session.
         */
        patch: operations["updateSchedule"];
        trace?: never;
    };
    "/schedules/{schedule_id}/chat_channels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The linked channels of a schedule
         * @description With an API key or a session.
         */
        get: operations["listLinkedChatChannels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/{schedule_id}/chat_channels/{channel_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Link a public channel to a schedule: it then gets the notifications
         * @description With an API key or a session.
         */
        put: operations["linkChatChannel"];
        post?: never;
        /**
         * Unlink a channel from a schedule
         * @description With an API key or a session.
         */
        delete: operations["unlinkChatChannel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/{schedule_id}/chat_user_group/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The chat user group of a schedule, and the state of its sync
         * @description With an API key or a session.
         */
        get: operations["getChatUserGroup"];
        /**
         * Attach a chat user group to a schedule, or rename the attached one
         * @description The members of the group are the people on call. An existing group with this handle is taken over. Needs a paid plan in the chat.
         *
         *     With an API key or a session.
         */
        put: operations["attachChatUserGroup"];
        post?: never;
        /**
         * Detach the chat user group of a schedule; it is then disabled in the chat
         * @description With an API key or a session.
         */
        delete: operations["detachChatUserGroup"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/{schedule_id}/overrides/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The overrides of a schedule in an interval
         * @description With an API key or a session.
         */
        get: operations["listOverrides"];
        put?: never;
        /**
         * Create an override
         * @description With an API key or a session.
         */
        post: operations["createOverride"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/{schedule_id}/overrides/{override_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * An override
         * @description With an API key or a session.
         */
        get: operations["getOverride"];
        put?: never;
        post?: never;
        /**
         * Delete an override; a running one ends now
         * @description With an API key or a session.
         */
        delete: operations["deleteOverride"];
        options?: never;
        head?: never;
        /**
         * Change an override; the past part of a running one stays
         * @description Absent fields are not changed. The override keeps its id, and its rank among overlapping overrides. A start in the past becomes now; a running override that keeps its users keeps its start too.
         *
         *     With an API key or a session.
         */
        patch: operations["updateOverride"];
        trace?: never;
    };
    "/schedules/{schedule_id}/revisions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The revisions of a schedule
         * @description With an API key or a session.
         */
        get: operations["listRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/{schedule_id}/revisions/{revision}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel a planned revision: the layer before it stays in force
         * @description With an API key or a session.
         */
        delete: operations["cancelRevision"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schedules/{schedule_id}/shifts/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The shifts of a schedule in an interval
         * @description With an API key or a session.
         */
        get: operations["listShifts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/schemas/watchbill-file.json": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The JSON schema of the file that `watchbill export` writes and `watchbill apply` reads
         * @description Open to everyone: needs neither an API key nor a session.
         */
        get: operations["getFileSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Users, teams and schedules by a part of their name
         * @description With an API key or a session.
         */
        get: operations["searchOrganization"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The current session, and the available ways to sign in
         * @description Open to everyone: needs neither an API key nor a session.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Sign in with a password
         * @description Open to everyone: needs neither an API key nor a session.
         */
        post: operations["signInWithPassword"];
        /**
         * Sign out in this browser
         * @description Open to everyone: needs neither an API key nor a session.
         */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign_in_links/look": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The user of a sign-in link
         * @description Open to everyone: needs neither an API key nor a session.
         */
        post: operations["inspectSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign_in_links/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask for a mail with a link that sets a new password
         * @description The response is the same whether a user with the email exists or not.
         *
         *     Open to everyone: needs neither an API key nor a session.
         */
        post: operations["requestPasswordReset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sign_in_links/use": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Set a password with a sign-in link, and sign in; all other sessions of the user end. Where passwords are off, it signs in alone
         * @description Open to everyone: needs neither an API key nor a session.
         */
        post: operations["redeemSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All teams
         * @description With an API key or a session.
         */
        get: operations["listTeams"];
        put?: never;
        /**
         * Create a team
         * @description With an API key or a session.
         */
        post: operations["createTeam"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{team_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A team
         * @description With an API key or a session.
         */
        get: operations["getTeam"];
        put?: never;
        post?: never;
        /**
         * Delete a team; its schedules stay
         * @description With an API key or a session.
         */
        delete: operations["deleteTeam"];
        options?: never;
        head?: never;
        /**
         * Change a team
         * @description With an API key or a session.
         */
        patch: operations["updateTeam"];
        trace?: never;
    };
    "/teams/{team_id}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The members of a team
         * @description With an API key or a session.
         */
        get: operations["listTeamMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/teams/{team_id}/members/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Add a user to a team
         * @description With an API key or a session.
         */
        put: operations["addTeamMember"];
        post?: never;
        /**
         * Remove a user from a team
         * @description With an API key or a session.
         */
        delete: operations["removeTeamMember"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/timelines/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Who is on call over an interval, schedule by schedule
         * @description With an API key or a session.
         */
        get: operations["listTimelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user_holidays/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public holidays of users that differ from the organization’s
         * @description With an API key or a session.
         */
        get: operations["listUserHolidays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The user of the API key
         * @description With an API key or a session.
         */
        get: operations["getOwnUser"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change your own name or time zone
         * @description With an API key or a session.
         */
        patch: operations["updateOwnUser"];
        trace?: never;
    };
    "/user/api_keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your API keys that are not revoked
         * @description With an API key or a session.
         */
        get: operations["listOwnApiKeys"];
        put?: never;
        /**
         * Create an API key; needs a session, not an API key
         * @description With a session only: refuses API keys.
         */
        post: operations["createOwnApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/api_keys/{api_key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Revoke an API key of the user, at once
         * @description With an API key or a session.
         */
        delete: operations["revokeOwnApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/calendar_feeds/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The calendar feeds of the user, with their secret addresses
         * @description With an API key or a session.
         */
        get: operations["listOwnCalendarFeeds"];
        put?: never;
        /**
         * Create a secret address that a calendar can subscribe to
         * @description With an API key or a session.
         */
        post: operations["createOwnCalendarFeed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/calendar_feeds/{calendar_feed_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a calendar feed of the user: its address stops working at once
         * @description With an API key or a session.
         */
        delete: operations["deleteOwnCalendarFeed"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/coverage_requests": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Ask others to cover your shifts in an interval
         * @description With an API key or a session.
         */
        post: operations["createOwnCoverageRequest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/coverage_requests/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The coverage requests of the user of the API key, oldest first
         * @description With an API key or a session.
         */
        get: operations["listOwnCoverageRequests"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/coverage_requests/{coverage_request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Cancel your own pending coverage request
         * @description With an API key or a session.
         */
        delete: operations["cancelOwnCoverageRequest"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/notifications/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * How notifications reach the user that owns the API key
         * @description With an API key or a session.
         */
        get: operations["getOwnNotificationSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Choose how notifications reach the user that owns the API key
         * @description With an API key or a session.
         */
        patch: operations["updateOwnNotificationSettings"];
        trace?: never;
    };
    "/user/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Set or change your own password; all your other sessions end
         * @description With a session only: refuses API keys.
         */
        put: operations["changeOwnPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/permissions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Permissions of the caller
         * @description `change schedule` and `change team` refer to the schedule and team in the query; callers who may change all of them have these actions without a query too.
         *
         *     With an API key or a session.
         */
        get: operations["listOwnPermissions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/sessions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your sessions
         * @description With an API key or a session.
         */
        get: operations["listOwnSessions"];
        put?: never;
        post?: never;
        /**
         * Sign out everywhere, including this browser
         * @description With an API key or a session.
         */
        delete: operations["endOwnSessions"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/settings/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The settings of the user of the API key
         * @description With an API key or a session.
         */
        get: operations["getOwnSettings"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the settings of the user of the API key
         * @description With an API key or a session.
         */
        patch: operations["updateOwnSettings"];
        trace?: never;
    };
    "/user/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The on-call shifts of the user of the API key
         * @description With an API key or a session.
         */
        get: operations["listOwnShifts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/time_off/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Your time off, by start
         * @description With an API key or a session.
         */
        get: operations["listOwnTimeOff"];
        put?: never;
        /**
         * Take time off
         * @description It changes no rotation. The answer lists your shifts that collide with it.
         *
         *     With an API key or a session.
         */
        post: operations["createOwnTimeOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/user/time_off/{time_off_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One of your entries of time off
         * @description With an API key or a session.
         */
        get: operations["getOwnTimeOff"];
        put?: never;
        post?: never;
        /**
         * Delete your time off
         * @description With an API key or a session.
         */
        delete: operations["deleteOwnTimeOff"];
        options?: never;
        head?: never;
        /**
         * Change your time off
         * @description With an API key or a session.
         */
        patch: operations["updateOwnTimeOff"];
        trace?: never;
    };
    "/user/time_off/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take time off as in a calendar file
         * @description All events of the file that are not over become time off. An event that was imported before is changed, not made again.
         *
         *     With an API key or a session.
         */
        post: operations["importOwnTimeOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All users
         * @description With an API key or a session.
         */
        get: operations["listUsers"];
        put?: never;
        /**
         * Create a user
         * @description With an API key or a session.
         */
        post: operations["createUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A user
         * @description With an API key or a session.
         */
        get: operations["getUser"];
        put?: never;
        post?: never;
        /**
         * Deactivate a user; past shifts keep the name
         * @description From the response on, the user has no access and is not on call anywhere. A user of many schedules is removed from them in the following seconds; until then `GET /users/{user_id}` responds with `deactivating: true`.
         *
         *     With an API key or a session.
         */
        delete: operations["deleteUser"];
        options?: never;
        head?: never;
        /**
         * Change a user
         * @description With an API key or a session.
         */
        patch: operations["updateUser"];
        trace?: never;
    };
    "/users/{user_id}/deactivation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Preview of the deactivation of a user
         * @description With an API key or a session.
         */
        get: operations["previewDeactivation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/erase": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Erase the personal data of a deactivated user
         * @description For owners. Name, emails, chat account, time zone, settings, time off, password, keys, identities and sessions are deleted, and names and emails in the audit log and in messages are replaced. Past shifts show "Former member". This cannot be undone. The email can be used for a new user. Nothing happens for a user who was erased before.
         *
         *     With an API key or a session.
         */
        post: operations["eraseUser"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/holidays/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The public holidays of a user, if they differ from the organization’s
         * @description With an API key or a session.
         */
        get: operations["getUserHolidays"];
        /**
         * Set the public holidays of a user
         * @description For admins.
         *
         *     With an API key or a session.
         */
        put: operations["updateUserHolidays"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/identities/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Single sign-on identities of a user: accepted and refused
         * @description For admins.
         *
         *     With an API key or a session.
         */
        get: operations["listIdentities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/identities/{identity_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Unlink an identity from a user, who is signed out everywhere
         * @description The next identity that signs in with the verified email of the user is linked. For admins; for an identity of an owner, for owners.
         *
         *     With an API key or a session.
         */
        delete: operations["unlinkIdentity"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/invitation/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a user a mail with a link that sets a password; for admins
         * @description The link is created when the mail is sent; earlier links then stop working.
         *
         *     With an API key or a session.
         */
        post: operations["sendInvitation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/on_call": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * When and in which schedules a user is on call
         * @description Current and next shifts, schedules and teams, and the hours in the last and the next 30 days.
         *
         *     With an API key or a session.
         */
        get: operations["getUserOnCall"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/sign_in_link/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a link to set a password; earlier links of the user stop working
         * @description With a session only: refuses API keys.
         */
        post: operations["createSignInLink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/time_off/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The time off of a user, by start
         * @description Reasons are shown to the user and to admins alone.
         *
         *     With an API key or a session.
         */
        get: operations["listUserTimeOff"];
        put?: never;
        /**
         * Enter time off of a user
         * @description For admins. It changes no rotation. The answer lists the shifts of the user that collide with it.
         *
         *     With an API key or a session.
         */
        post: operations["createUserTimeOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/{user_id}/time_off/{time_off_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * One entry of the time off of a user
         * @description The reason is shown to the user and to admins alone.
         *
         *     With an API key or a session.
         */
        get: operations["getUserTimeOff"];
        put?: never;
        post?: never;
        /**
         * Delete time off of a user
         * @description For admins.
         *
         *     With an API key or a session.
         */
        delete: operations["deleteUserTimeOff"];
        options?: never;
        head?: never;
        /**
         * Change time off of a user
         * @description For admins.
         *
         *     With an API key or a session.
         */
        patch: operations["updateUserTimeOff"];
        trace?: never;
    };
    "/users/{user_id}/time_off/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enter time off of a user as in a calendar file
         * @description For admins. All events of the file that are not over become time off. An event that was imported before is changed, not made again.
         *
         *     With an API key or a session.
         */
        post: operations["importUserTimeOff"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/users/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create many users
         * @description A line that cannot become a user is skipped, with the reason. All others are created together; if the request fails, none is. Roles are standard and admin.
         *
         *     With an API key or a session.
         */
        post: operations["createUsers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The webhooks of the organization; for admins
         * @description With an API key or a session.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook; for admins
         * @description Watchbill posts events to the address, signed according to the Standard Webhooks specification. The response has the secret, which is shown only once.
         *
         *     With an API key or a session.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A webhook; for admins
         * @description With an API key or a session.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook; for admins
         * @description With an API key or a session.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook; for admins
         * @description `null` for `schedule_ids` or `team_ids` removes that filter. Disabling a webhook gives up its pending events.
         *
         *     With an API key or a session.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Deliveries to a webhook, newest first; for admins
         * @description With an API key or a session.
         */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a delivery to a webhook again; for admins
         * @description With the same `webhook-id` and the same body. Not while it is pending.
         *
         *     With an API key or a session.
         */
        post: operations["redeliverWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/rotate_secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replace the secret of a webhook; for admins
         * @description A replaced secret signs for another day: each request has a signature for every secret of the last day. At most five rotations within a day.
         *
         *     With an API key or a session.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test to a webhook; for admins
         * @description Sends an event `webhook.test` once, without waiting for other events. The list of deliveries shows the result.
         *
         *     With an API key or a session.
         */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "coverage_request.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Someone took shifts of a coverage request */
        post: operations["onCoverageRequestAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "coverage_request.canceled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A coverage request was canceled */
        post: operations["onCoverageRequestCanceled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "coverage_request.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Someone asks for cover */
        post: operations["onCoverageRequestCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "coverage_request.expired": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A coverage request expired */
        post: operations["onCoverageRequestExpired"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "coverage_request.reopened": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Shifts of a coverage request are open again: the person who took them was deactivated */
        post: operations["onCoverageRequestReopened"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "gap.ahead": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Nobody will be on call within the next 24 hours, outside off hours */
        post: operations["onGapAhead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "oncall.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Other people are on call in a schedule */
        post: operations["onOncallChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "override.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An override was changed */
        post: operations["onOverrideChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "override.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An override was created */
        post: operations["onOverrideCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "override.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** An override was deleted */
        post: operations["onOverrideDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A schedule was changed */
        post: operations["onScheduleChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A schedule was created */
        post: operations["onScheduleCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "schedule.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A schedule was deleted */
        post: operations["onScheduleDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Someone tests the webhook */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptedShift: {
            /**
             * Format: date-time
             * @example 2099-01-12T09:00:00Z
             */
            end: string;
            schedule_id: string;
            /**
             * Format: date-time
             * @description When it is past, now
             * @example 2099-01-05T09:00:00Z
             */
            start: string;
        };
        ApiKey: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            expires_at?: string;
            /** @description The last four characters of the key; the key itself is not stored */
            hint: string;
            id: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            last_used_at?: string;
            name: string;
            /** @description Whether the key may only read: GET and HEAD */
            read_only: boolean;
        };
        ApiKeyCreation: {
            /**
             * Format: date-time
             * @example 2099-01-12T09:00:00Z
             */
            expires_at?: string;
            /** Format: single-line */
            name: string;
            /** @description Default: false */
            read_only?: boolean;
        };
        ApiKeyOwner: {
            /** Format: known-email */
            email: string;
            id: string;
            name: string;
        };
        ApiKeysAnswer: {
            api_keys: components["schemas"]["ApiKey"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        /** @description What was requested; depends on the action */
        AuditDetail: {
            [key: string]: unknown;
        };
        AuditEntry: {
            /** @example team.created */
            action: string;
            actor?: components["schemas"]["User"];
            /**
             * @description The network address of the caller; absent for the command line and the service itself
             * @example 192.0.2.1
             */
            address?: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            at: string;
            detail: components["schemas"]["AuditDetail"];
            id: string;
            /** @description The target of the action */
            target_id: string;
        };
        AuditLogAnswer: {
            audit_log: components["schemas"]["AuditEntry"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description Current names of the users, teams and schedules whose ids are in the entries */
            names: {
                [key: string]: string;
            };
        };
        Away: {
            /** @description Public holidays of the person, in their time zone */
            holidays: components["schemas"]["Holiday"][];
            /** @description By start; what overlaps or touches is one */
            time_off: components["schemas"]["Interval"][];
            user_id: string;
        };
        AwayAnswer: {
            /** @description One for each user that was asked for */
            away: components["schemas"]["Away"][];
        };
        /** @enum {string} */
        BatchOutcome: "created" | "skipped";
        /** @description Present only if the shifts cannot be computed: this server does not know the time zone, or cannot read the stored schedule. Who is on call is then unknown. It is not a gap. */
        Broken: {
            /** @description In full sentences */
            reason: string;
        };
        CalendarFeed: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            id: string;
            kind: components["schemas"]["CalendarFeedKind"];
            schedule_reference?: components["schemas"]["ScheduleReference"];
            team_reference?: components["schemas"]["TeamReference"];
            /** @description Address for the calendar. It is a secret: everyone who has it can read the feed. Absent if it was encrypted with a secret of the installation that is no longer configured; the address still works */
            url?: string;
        };
        CalendarFeedAnswer: {
            calendar_feed: components["schemas"]["CalendarFeed"];
        };
        CalendarFeedCreation: {
            kind: components["schemas"]["CalendarFeedKind"];
            /** @description Only for the kind `schedule` */
            schedule_id?: string;
            /** @description Only for the kind `team` */
            team_id?: string;
        };
        /**
         * @description `mine`: the owner’s shifts in all schedules. `schedule`: all shifts of a schedule. `team`: all shifts of the schedules of a team
         * @enum {string}
         */
        CalendarFeedKind: "mine" | "schedule" | "team";
        CalendarFeedsAnswer: {
            calendar_feeds: components["schemas"]["CalendarFeed"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        CalendarRules: {
            /** @description null: no public holidays */
            holidays: components["schemas"]["HolidayCalendar"] | null;
            night: components["schemas"]["Night"];
            /** @description The days of the weekend */
            weekend_days: components["schemas"]["Weekday"][];
        };
        CalendarRulesAnswer: {
            calendar_rules: components["schemas"]["CalendarRules"];
        };
        CalendarRulesUpdate: {
            /** @description null: no public holidays */
            holidays?: components["schemas"]["HolidayCalendar"] | null;
            night?: components["schemas"]["Night"];
            /**
             * Format: date-time
             * @description When the change takes effect; not in the future. Default: now. The first holidays of the organization also apply to all time before
             * @example 2026-01-05T09:00:00Z
             */
            valid_from?: string;
            /** @description The days of the weekend */
            weekend_days?: components["schemas"]["Weekday"][];
        };
        Chat: {
            /** @description Absent if the chat does not provide it */
            plan?: components["schemas"]["ChatPlan"];
            provider: components["schemas"]["ChatProvider"];
        };
        ChatAnswer: {
            chat: components["schemas"]["Chat"];
        };
        ChatChannel: {
            id: string;
            is_archived: boolean;
            is_private: boolean;
            name: string;
        };
        ChatChannelsAnswer: {
            channels: components["schemas"]["ChatChannel"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        /** @enum {string} */
        ChatMention: "put_on_call" | "taken_off_call" | "shift_ended" | "shift_moved";
        ChatPeopleAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            people: components["schemas"]["ChatPerson"][];
        };
        ChatPerson: {
            chat_id: string;
            email?: string;
            /** @description Whether a user has this email or this chat id */
            is_user: boolean;
            name: string;
            time_zone?: string;
        };
        /** @enum {string} */
        ChatPlan: "paid" | "free";
        /** @enum {string} */
        ChatProvider: "none" | "local" | "slack";
        ChatTest: {
            /** @description The chat user of Watchbill */
            bot_user_id: string;
            /** @description Always true: a test that fails is an error */
            ok: boolean;
            plan: components["schemas"]["ChatPlan"];
        };
        ChatTestAnswer: {
            chat_test: components["schemas"]["ChatTest"];
        };
        ChatTestRequest: {
            /** @description Channel for a short test message; absent: none is posted */
            channel_id?: string;
        };
        CollidingShift: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            schedule_reference: components["schemas"]["ScheduleReference"];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
        };
        /**
         * @description Which days the length of a turn counts: all days (the default, which responses omit), or only days on which a restriction interval opens. `open` needs a shift_length in days and at least one restriction interval.
         * @enum {string}
         */
        CountedDays: "all" | "open";
        CoverageAcceptance: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            accepted_at: string;
            /**
             * Format: date-time
             * @description When they were deactivated, if a part was to come then. It is open again where the requester is on call; cover that was passed on stays
             * @example 2026-01-05T09:00:00Z
             */
            ended_at?: string;
            /** @description What they took, by start */
            shifts: components["schemas"]["CoverageShift"][];
            user: components["schemas"]["User"];
        };
        CoverageCandidate: {
            /**
             * Format: int64
             * @description How long they have time off at these times
             */
            away_ms: number;
            /**
             * Format: int64
             * @description How long they will be on call in the 90 days from now
             */
            coming_ms: number;
            /**
             * Format: int64
             * @description How long they are on call at these times
             */
            conflict_ms: number;
            /** @description Where they are on call at these times; the first 20, by start */
            conflicts: components["schemas"]["CoverageShift"][];
            /** @description Said that they cannot cover this request */
            has_declined: boolean;
            /** @description In a layer or an override of one of the schedules */
            in_rotation: boolean;
            /** @description In a team of one of the schedules */
            in_team: boolean;
            /** @description Neither on call nor away at any of the times */
            is_free: boolean;
            /**
             * Format: int64
             * @description How long they were on call in the 90 days before now
             */
            past_ms: number;
            /** @description The same in words */
            reasons: string[];
            user: components["schemas"]["User"];
            /**
             * Format: double
             * @description The part of the time that is not night on their clock, from 0 to 1
             */
            waking_share: number;
        };
        CoverageCandidatesAnswer: {
            /** @description The best first; up to 200 */
            coverage_candidates: components["schemas"]["CoverageCandidate"][];
            /** @description What is to be covered */
            shifts: components["schemas"]["CoverageShift"][];
        };
        CoverageRequest: {
            /** @description Who took what, oldest first. Kept when the rest is canceled or expires */
            acceptances: components["schemas"]["CoverageAcceptance"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            accepted_at?: string;
            accepted_by?: components["schemas"]["User"];
            asked_by?: components["schemas"]["User"];
            /** @description Who is told and may accept. Absent: everyone with a member seat */
            asked_users?: components["schemas"]["User"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            /** @description Who said that they cannot cover */
            declined_by: components["schemas"]["User"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            id: string;
            reason: string;
            /** @description What accepting the request would give now, by start: what nobody has taken, and the requester is on call for. Empty once the request is no longer pending */
            remaining_shifts: components["schemas"]["CoverageShift"][];
            /** @description Shifts of the requester at the time of the request, by start */
            shifts: components["schemas"]["CoverageShift"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            status: components["schemas"]["CoverageRequestStatus"];
            user: components["schemas"]["User"];
        };
        /** @default {} */
        CoverageRequestAcceptance: {
            /** @description Any parts of `remaining_shifts`. Default: all that remains */
            shifts?: components["schemas"]["AcceptedShift"][];
        };
        CoverageRequestAcceptedData: {
            coverage_request: components["schemas"]["EventCoverageRequest"];
            taken: components["schemas"]["EventCoveragePart"];
        };
        CoverageRequestAcceptedEvent: {
            data: components["schemas"]["CoverageRequestAcceptedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "coverage_request.accepted";
        };
        CoverageRequestAnswer: {
            coverage_request: components["schemas"]["CoverageRequest"];
        };
        CoverageRequestCanceledData: {
            coverage_request: components["schemas"]["EventCoverageRequest"];
        };
        CoverageRequestCanceledEvent: {
            data: components["schemas"]["CoverageRequestCanceledData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "coverage_request.canceled";
        };
        CoverageRequestCreatedData: {
            coverage_request: components["schemas"]["EventCoverageRequest"];
        };
        CoverageRequestCreatedEvent: {
            data: components["schemas"]["CoverageRequestCreatedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "coverage_request.created";
        };
        CoverageRequestCreation: {
            /** @description Who is told and may accept. Default: everyone with a member seat */
            asked_user_ids?: string[];
            /**
             * Format: date-time
             * @description After start and in the future; at most 366 days after start
             * @example 2099-01-12T09:00:00Z
             */
            end: string;
            /** Format: harmless-text */
            reason: string;
            /** @description Default: all your schedules */
            schedule_ids?: string[];
            /**
             * Format: date-time
             * @example 2099-01-05T09:00:00Z
             */
            start: string;
        };
        CoverageRequestCreationFor: {
            /** @description Who is told and may accept. Default: everyone with a member seat */
            asked_user_ids?: string[];
            /**
             * Format: date-time
             * @description After start and in the future; at most 366 days after start
             * @example 2099-01-12T09:00:00Z
             */
            end: string;
            /** Format: harmless-text */
            reason: string;
            /** @description Default: all your schedules */
            schedule_ids?: string[];
            /**
             * Format: date-time
             * @example 2099-01-05T09:00:00Z
             */
            start: string;
            /** @description Whose shifts are to be covered */
            user_id: string;
        };
        CoverageRequestExpiredData: {
            coverage_request: components["schemas"]["EventCoverageRequest"];
        };
        CoverageRequestExpiredEvent: {
            data: components["schemas"]["CoverageRequestExpiredData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "coverage_request.expired";
        };
        CoverageRequestReopenedData: {
            coverage_request: components["schemas"]["EventCoverageRequest"];
            reopened: components["schemas"]["EventCoveragePart"];
        };
        CoverageRequestReopenedEvent: {
            data: components["schemas"]["CoverageRequestReopenedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "coverage_request.reopened";
        };
        CoverageRequestsAnswer: {
            coverage_requests: components["schemas"]["CoverageRequest"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        /** @enum {string} */
        CoverageRequestStatus: "pending" | "accepted" | "canceled" | "expired";
        CoverageShift: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            schedule_reference: components["schemas"]["ScheduleReference"];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
        };
        /** @description Shifts that they took from others by coverage requests, and that others took from them, in the schedules of the report. It counts where the one who took it is on call then, or has passed it on */
        CoverBalance: {
            given: components["schemas"]["CoverTime"];
            taken: components["schemas"]["CoverTime"];
        };
        CoverTime: {
            /** Format: int64 */
            coming_ms: number;
            /** Format: int64 */
            past_ms: number;
        };
        CreatedApiKey: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            expires_at?: string;
            /** @description The last four characters of the key; the key itself is not stored */
            hint: string;
            id: string;
            /** @description The key itself, shown only once */
            key: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            last_used_at?: string;
            name: string;
            /** @description Whether the key may only read: GET and HEAD */
            read_only: boolean;
        };
        CreatedApiKeyAnswer: {
            api_key: components["schemas"]["CreatedApiKey"];
        };
        Credentials: {
            /** Format: known-email */
            email: string;
            password: string;
        };
        /** @description Without a user if nobody is signed in */
        CurrentSession: {
            display?: components["schemas"]["Display"];
            organization?: components["schemas"]["Organization"];
            sign_in: components["schemas"]["WaysToSignIn"];
            user?: components["schemas"]["User"];
        };
        CurrentSessionAnswer: {
            session: components["schemas"]["CurrentSession"];
        };
        /**
         * @description day_month: 5 Jan 2026. month_day: Jan 5, 2026. iso: 2026-01-05
         * @enum {string}
         */
        DateStyle: "day_month" | "month_day" | "iso";
        /** @enum {string} */
        Day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
        DeactivatedUser: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            deactivated_at: string;
            /** Format: known-email */
            email: string;
            id: string;
            name: string;
        };
        DeactivatedUsersAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            users: components["schemas"]["DeactivatedUser"][];
        };
        Deactivation: {
            /**
             * Format: int64
             * @description Pending coverage requests of the user, which are canceled
             */
            coverage_requests: number;
            /**
             * Format: int64
             * @description Unfinished overrides with the user
             */
            overrides: number;
            /** @description Schedules with the user in a layer or override from now on */
            schedules: components["schemas"]["ScheduleReference"][];
            teams: components["schemas"]["Team"][];
        };
        DeactivationAnswer: {
            deactivation: components["schemas"]["Deactivation"];
        };
        /**
         * @description What default means now
         * @enum {string}
         */
        DefaultNotification: "chat" | "email" | "none";
        DeliveriesAnswer: {
            deliveries: components["schemas"]["Delivery"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        Delivery: {
            /** Format: int64 */
            attempts: number;
            /**
             * Format: date-time
             * @description When it was created, or retried
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            /** @description A channel, a person’s id in the chat, a webhook, or the user who gets the mail */
            destination_id: string;
            /**
             * Format: date-time
             * @description When it was sent, or given up
             * @example 2026-01-05T09:00:00Z
             */
            done_at?: string;
            /** @description Why the last attempt failed */
            error?: string;
            id: string;
            kind: components["schemas"]["DeliveryKind"];
            status: components["schemas"]["DeliveryStatus"];
            /** @description The message as plain text; for an event, a mail or a message that was not composed yet, its type */
            text: string;
        };
        /** @enum {string} */
        DeliveryKind: "chat" | "webhook" | "mail";
        /** @enum {string} */
        DeliveryStatus: "pending" | "sent" | "failed";
        /** @description How the web application formats dates and times for the user. An absent field follows the browser */
        Display: {
            date_format?: components["schemas"]["DateStyle"];
            time_format?: components["schemas"]["TimeStyle"];
            week_start?: components["schemas"]["WeekStart"];
        };
        /** @description null: follow the browser. An absent field is not changed */
        DisplayUpdate: {
            date_format?: components["schemas"]["DateStyle"] | null;
            time_format?: components["schemas"]["TimeStyle"] | null;
            week_start?: components["schemas"]["WeekStart"] | null;
        };
        ErrorAnswer: {
            error: components["schemas"]["ErrorDetail"];
        };
        ErrorDetail: {
            /** @description What went wrong, to act on. Later versions may have further codes */
            code: string;
            docs_url?: string;
            message: string;
            /** Format: int32 */
            status: number;
        };
        /** @enum {string} */
        EventChangedField: "name" | "description" | "layers" | "team_ids" | "external_id" | "managed_by";
        EventCoverageAcceptance: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            accepted_at: string;
            /**
             * Format: date-time
             * @description When they were deactivated, if a part was to come then. It is open again where the requester is on call; cover that was passed on stays
             * @example 2026-01-05T09:00:00Z
             */
            ended_at?: string;
            /** @description What they took, by start */
            shifts: components["schemas"]["CoverageShift"][];
            user: components["schemas"]["EventPerson"];
        };
        EventCoveragePart: {
            shifts: components["schemas"]["CoverageShift"][];
            user: components["schemas"]["EventPerson"];
        };
        EventCoverageRequest: {
            acceptances: components["schemas"]["EventCoverageAcceptance"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            accepted_at?: string;
            accepted_by?: components["schemas"]["EventPerson"];
            asked_by?: components["schemas"]["EventPerson"];
            asked_users?: components["schemas"]["EventPerson"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            declined_by: components["schemas"]["EventPerson"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            id: string;
            reason: string;
            /** @description What accepting the request would give now, by start: what nobody has taken, and the requester is on call for. Empty once the request is no longer pending */
            remaining_shifts: components["schemas"]["CoverageShift"][];
            /** @description Shifts of the requester at the time of the request, by start */
            shifts: components["schemas"]["CoverageShift"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            status: components["schemas"]["CoverageRequestStatus"];
            user: components["schemas"]["EventPerson"];
        };
        EventGap: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
        };
        /** @description Who is on call next, and from when; absent if nobody is within 366 days */
        EventNext: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            users: components["schemas"]["EventPerson"][];
        };
        EventOverride: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            id: string;
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            users: components["schemas"]["EventPerson"][];
        };
        EventPerson: {
            email: string;
            id: string;
            name: string;
        };
        /**
         * @description `cover`: a coverage request was accepted. `change`: somebody changed the schedule
         * @enum {string}
         */
        EventReason: "handoff" | "override" | "change" | "cover";
        EventSchedule: {
            description?: string;
            id: string;
            /** Format: int64 */
            latest_revision: number;
            name: string;
            time_zone: string;
        };
        FollowedUserGroup: {
            handle: string;
            /** @description The id in the chat */
            id: string;
            /** @description People on call now, who are in the group as soon as the chat is up to date */
            members: components["schemas"]["NamedUser"][];
            name: string;
            sync: components["schemas"]["UserGroupSync"];
        };
        FollowedUserGroupAnswer: {
            user_group: components["schemas"]["FollowedUserGroup"];
        };
        /** @description Names that start with the query, or have a word that does, come first */
        Found: {
            schedules: components["schemas"]["ScheduleReference"][];
            teams: components["schemas"]["Team"][];
            users: components["schemas"]["User"][];
        };
        GapAheadData: {
            gap: components["schemas"]["EventGap"];
            schedule: components["schemas"]["EventSchedule"];
        };
        GapAheadEvent: {
            data: components["schemas"]["GapAheadData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "gap.ahead";
        };
        HealthAnswer: {
            /** @enum {string} */
            status: "ok";
            /**
             * @description The version of Watchbill that runs
             * @example 1.0.0-rc.1
             */
            version: string;
        };
        Holiday: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            name: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
        };
        HolidayCalendar: {
            /**
             * Format: country-code
             * @description ISO 3166-1 code, such as DE
             */
            country: string;
            /**
             * Format: single-line
             * @description Region with its own holidays, or a part of one: BY, BY-A
             */
            region?: string;
        };
        HolidayCalendarsAnswer: {
            holiday_calendars: components["schemas"]["HolidayRegion"][];
        };
        HolidayRegion: {
            code: string;
            name: string;
        };
        HolidaysOfUser: {
            holidays: components["schemas"]["HolidayCalendar"];
            user_id: string;
        };
        HolidaysOfUsersAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            /** @description An entry for each active user with public holidays of their own */
            user_holidays: components["schemas"]["HolidaysOfUser"][];
        };
        HoursAnswer: {
            hours: components["schemas"]["HoursReport"];
        };
        HoursInSchedule: {
            /** Format: int64 */
            coming_ms: number;
            /** Format: int64 */
            past_ms: number;
            schedule_reference: components["schemas"]["ScheduleReference"];
        };
        HoursOfPerson: {
            coming: components["schemas"]["TimeOnCall"];
            cover: components["schemas"]["CoverBalance"];
            past: components["schemas"]["TimeOnCall"];
            /** @description Time in two schedules at once counts in both */
            schedules: components["schemas"]["HoursInSchedule"][];
            /**
             * Format: double
             * @description Time of the person, past and future, divided by the mean of everyone in the report
             */
            share: number;
            user: components["schemas"]["User"];
        };
        /** @description Hours on call; time on call in several schedules at once counts once. Only for the user, owners and admins */
        HoursOnCall: {
            /**
             * Format: double
             * @description From 30 days ago until now
             */
            last_30_days: number;
            /**
             * Format: double
             * @description From now until 30 days from now
             */
            next_30_days: number;
        };
        HoursReport: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            from: string;
            /** @description Broken schedules, whose shifts cannot be computed */
            left_out: components["schemas"]["ScheduleReference"][];
            /**
             * Format: date-time
             * @description The instant that separates past and future
             * @example 2026-01-05T09:00:00Z
             */
            now: string;
            /** @description People who are on call in the interval, or whose shifts others cover, by name */
            people: components["schemas"]["HoursOfPerson"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            to: string;
        };
        IdentitiesAnswer: {
            identities: components["schemas"]["Identity"][];
            meta: components["schemas"]["PaginationMeta"];
            /** @description Other subjects of the same issuers that tried to sign in with the email of the user, and were refused; newest first, 20 at most */
            refused: components["schemas"]["RefusedIdentity"][];
        };
        Identity: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            id: string;
            /** @description Whether the user can sign in with it: of several subjects of an issuer, only the first is accepted */
            is_accepted: boolean;
            /** @description The OpenID Connect provider */
            issuer: string;
            /** @description Identifier of the user at the provider */
            subject: string;
        };
        Interval: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
        };
        /** @description A JSON schema */
        JsonSchema: {
            [key: string]: unknown;
        };
        LeftOutUser: {
            reason: string;
            user: components["schemas"]["NamedUser"];
        };
        LinkedChannel: {
            id: string;
            /** @description Name at the time when the channel was linked */
            name: string;
        };
        LinkedChannelOfSchedule: {
            id: string;
            /** @description Name at the time when the channel was linked */
            name: string;
            schedule_id: string;
        };
        LinkedChannelsAnswer: {
            channels: components["schemas"]["LinkedChannel"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        LinkedChannelsOfSchedulesAnswer: {
            /** @description An entry for each channel of each schedule. The channels of a schedule follow each other */
            channels: components["schemas"]["LinkedChannelOfSchedule"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        LocalChatGroup: {
            handle: string;
            id: string;
            is_enabled: boolean;
            /** @description People on call who could not be put into the group at its last update */
            left_out: components["schemas"]["LeftOutUser"][];
            /** @description Chat ids */
            member_ids: string[];
            name: string;
        };
        LocalChatGroupsAnswer: {
            groups: components["schemas"]["LocalChatGroup"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        LocalChatMessage: {
            channel_id: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            text: string;
        };
        LocalChatMessagesAnswer: {
            messages: components["schemas"]["LocalChatMessage"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        /**
         * @default oldest
         * @enum {string}
         */
        MessageOrder: "oldest" | "newest";
        NamedUser: {
            id: string;
            name: string;
        };
        NewLayer: {
            /** Format: int32 */
            concurrent_oncall_users: number;
            counted_days?: components["schemas"]["CountedDays"];
            /** Format: single-line */
            name: string;
            restriction_intervals?: components["schemas"]["RestrictionInterval"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            rotation_start: string;
            shift_length: components["schemas"]["ShiftLength"];
            user_references: components["schemas"]["UserReference"][];
        };
        /** @enum {string} */
        NextSetupStep: "checklist" | "done";
        /** @description In the time zone of each person. Equal times: no night */
        Night: {
            /**
             * Format: time-of-day
             * @description HH:MM
             * @example 09:00
             */
            from: string;
            /**
             * Format: time-of-day
             * @description HH:MM
             * @example 09:00
             */
            to: string;
        };
        Notice: {
            /** @description What to do */
            advice: string;
            /**
             * Format: int64
             * @description Number of messages, mails, destinations, groups, webhooks or people; 100 means 100 or more
             */
            count: number;
            kind: components["schemas"]["NoticeKind"];
            /** @description What happened, with the reason from the other side */
            message: string;
            /**
             * Format: date-time
             * @description Start of the problem; for groups, when one was last up to date
             * @example 2026-01-05T09:00:00Z
             */
            since: string;
        };
        /** @enum {string} */
        NoticeKind: "messages_wait" | "messages_failed" | "groups_fail" | "mails_wait" | "mails_failed" | "webhooks_disabled" | "webhooks_fail" | "identities_refused";
        NoticesAnswer: {
            notices: components["schemas"]["Notice"][];
        };
        /** @enum {string} */
        NotificationChoice: "default" | "chat" | "email" | "both" | "none";
        /** @description How the user can be reached now */
        NotificationReach: {
            /** @description A chat is connected, and the user has a chat id */
            chat: boolean;
            default: components["schemas"]["DefaultNotification"];
            /** @description E-mail is set up */
            email: boolean;
        };
        /** @description How each kind of notification reaches the user. chat: in the channels of the schedule, or as a direct message where it has none; reminders and problems always as a direct message. default: the chat where the user is in it, else email where it is set up */
        Notifications: {
            /** @description Someone asks for cover in a schedule that they rotate in, or asks them */
            cover_asked: components["schemas"]["NotificationChoice"];
            /** @description Someone took over a shift for which they asked for cover, cannot cover it, or asks for cover on their behalf */
            cover_taken: components["schemas"]["NotificationChoice"];
            /** @description Before a shift of theirs, as many hours as their settings say */
            reminder: components["schemas"]["NotificationChoice"];
            /** @description For owners and admins: messages, mails or webhooks fail */
            service_problem: components["schemas"]["NotificationChoice"];
            /** @description Someone else put them on call, took them off call, or moved their next shift */
            shift_moved: components["schemas"]["NotificationChoice"];
        };
        NotificationSettings: {
            notifications: components["schemas"]["Notifications"];
            reach: components["schemas"]["NotificationReach"];
        };
        NotificationSettingsUpdate: {
            notifications: components["schemas"]["NotificationsUpdate"];
        };
        /** @description An absent kind stays as it is */
        NotificationsUpdate: {
            /** @description Someone asks for cover in a schedule that they rotate in, or asks them */
            cover_asked?: components["schemas"]["NotificationChoice"];
            /** @description Someone took over a shift for which they asked for cover, cannot cover it, or asks for cover on their behalf */
            cover_taken?: components["schemas"]["NotificationChoice"];
            /** @description Before a shift of theirs, as many hours as their settings say */
            reminder?: components["schemas"]["NotificationChoice"];
            /** @description For owners and admins: messages, mails or webhooks fail */
            service_problem?: components["schemas"]["NotificationChoice"];
            /** @description Someone else put them on call, took them off call, or moved their next shift */
            shift_moved?: components["schemas"]["NotificationChoice"];
        };
        OnCall: {
            broken?: components["schemas"]["Broken"];
            schedule_reference: components["schemas"]["ScheduleReference"];
            shift?: components["schemas"]["ScheduleShift"];
            /** @description Empty if nobody is on call, or the schedule is broken */
            users: components["schemas"]["User"][];
        };
        OnCallAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            oncall: components["schemas"]["OnCall"][];
        };
        OncallChangedData: {
            after: components["schemas"]["EventPerson"][];
            /**
             * Format: date-time
             * @description When the people changed
             * @example 2026-01-05T09:00:00Z
             */
            at: string;
            before: components["schemas"]["EventPerson"][];
            next?: components["schemas"]["EventNext"];
            schedule: components["schemas"]["EventSchedule"];
            /**
             * Format: date-time
             * @description When the people in `after` change
             * @example 2026-01-05T09:00:00Z
             */
            until?: string;
            why: components["schemas"]["EventReason"];
        };
        OncallChangedEvent: {
            data: components["schemas"]["OncallChangedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "oncall.changed";
        };
        /** @description This document */
        OpenApiDocument: {
            [key: string]: unknown;
        };
        Organization: {
            id: string;
            name: string;
            setup?: components["schemas"]["SetupStep"];
            /** @description For everyone without a time zone of their own */
            time_zone: string;
        };
        OrganizationAnswer: {
            organization: components["schemas"]["Organization"];
        };
        OrganizationUpdate: {
            /** Format: single-line */
            name?: string;
            setup?: components["schemas"]["NextSetupStep"];
            /**
             * Format: time-zone
             * @example Europe/Berlin
             */
            time_zone?: string;
        };
        OverrideAnswer: {
            override: components["schemas"]["ScheduleOverride"];
        };
        OverrideChangedData: {
            by: components["schemas"]["EventPerson"];
            override: components["schemas"]["EventOverride"];
            schedule: components["schemas"]["EventSchedule"];
        };
        OverrideChangedEvent: {
            data: components["schemas"]["OverrideChangedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "override.changed";
        };
        OverrideCreatedData: {
            by: components["schemas"]["EventPerson"];
            override: components["schemas"]["EventOverride"];
            schedule: components["schemas"]["EventSchedule"];
        };
        OverrideCreatedEvent: {
            data: components["schemas"]["OverrideCreatedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "override.created";
        };
        OverrideCreation: {
            /**
             * Format: date-time
             * @example 2099-01-12T09:00:00Z
             */
            end: string;
            /**
             * Format: external-id
             * @example northwind
             */
            managed_by?: string;
            /** Format: harmless-text */
            reason?: string;
            /**
             * Format: date-time
             * @example 2099-01-05T09:00:00Z
             */
            start: string;
            user_references: components["schemas"]["UserReference"][];
        };
        OverrideDeletedData: {
            by: components["schemas"]["EventPerson"];
            override: components["schemas"]["EventOverride"];
            schedule: components["schemas"]["EventSchedule"];
        };
        OverrideDeletedEvent: {
            data: components["schemas"]["OverrideDeletedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "override.deleted";
        };
        OverridesAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            overrides: components["schemas"]["ScheduleOverride"][];
        };
        OverrideUpdate: {
            /**
             * Format: date-time
             * @example 2099-01-12T09:00:00Z
             */
            end?: string;
            /**
             * Format: harmless-text
             * @description Empty: no reason
             */
            reason?: string;
            /**
             * Format: date-time
             * @example 2099-01-05T09:00:00Z
             */
            start?: string;
            user_references?: components["schemas"]["UserReference"][];
        };
        OwnedApiKey: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            expires_at?: string;
            /** @description The last four characters of the key; the key itself is not stored */
            hint: string;
            id: string;
            /**
             * Format: date-time
             * @description To the minute
             */
            last_used_at?: string;
            name: string;
            /** @description Whether the key may only read: GET and HEAD */
            read_only: boolean;
            user: components["schemas"]["ApiKeyOwner"];
        };
        OwnedApiKeysAnswer: {
            api_keys: components["schemas"]["OwnedApiKey"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        OwnUserUpdate: {
            /** Format: single-line */
            name?: string;
            /**
             * Format: time-zone
             * @description null: use the organization’s
             * @example Europe/Berlin
             */
            time_zone?: string | null;
        };
        PaginationMeta: {
            /** Format: int64 */
            page: number;
            /** Format: int32 */
            per_page: number;
            /**
             * Format: int64
             * @description Items in the whole collection
             */
            total: number;
        };
        PasswordChange: {
            current_password?: string;
            /** @description At least 12 characters; neither the email nor a common password */
            password: string;
            /** @description Whether to revoke all API keys of the user too. Default: false */
            revoke_api_keys?: boolean;
        };
        PasswordRequest: {
            /** Format: known-email */
            email: string;
        };
        /** @enum {string} */
        Permission: "create team" | "change team" | "create schedule" | "change schedule" | "cover" | "change users" | "change owners" | "change organization" | "read audit log" | "handle deliveries" | "read hours" | "change webhooks";
        PermissionsAnswer: {
            actions: components["schemas"]["Permission"][];
        };
        ReadyAnswer: {
            /** @enum {string} */
            status: "ok";
        };
        /** @enum {string} */
        ReferenceType: "email" | "chat_user_id" | "internal_user_id";
        RefusedIdentity: {
            /** @description Network address of the attempt */
            address?: string;
            /**
             * Format: date-time
             * @description When it was last refused
             */
            at: string;
            issuer: string;
            subject: string;
        };
        /**
         * Format: int32
         * @enum {integer}
         */
        ReminderHour: 24 | 1;
        RestrictionInterval: {
            day: components["schemas"]["Day"];
            /**
             * Format: time-of-day
             * @description HH:MM
             * @example 09:00
             */
            from: string;
            /**
             * Format: end-time-of-day
             * @example 17:00
             * @example 24:00
             */
            to: string;
        };
        RevisionsAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            revisions: components["schemas"]["ScheduleRevision"][];
        };
        /** @enum {string} */
        Role: "owner" | "admin" | "standard";
        /** @enum {string} */
        RoleInBatch: "admin" | "standard";
        Schedule: {
            broken?: components["schemas"]["Broken"];
            current_oncall_shift?: components["schemas"]["ScheduleShift"];
            /**
             * Format: int64
             * @description The latest revision; it may be planned for later
             */
            current_revision: number;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            current_revision_valid_from: string;
            description?: string;
            /** @description The name that another system has for it; unique among the schedules */
            external_id?: string;
            id: string;
            /** @description Empty if the schedule is broken and its layer cannot be read */
            layers: components["schemas"]["ScheduleLayer"][];
            /** @description Present only while the latest revision is planned for later: the layer that is in force now. Empty before the first rotation starts */
            layers_in_force?: components["schemas"]["ScheduleLayer"][];
            /** @description The file or tool that made it */
            managed_by?: string;
            name: string;
            next_oncall_shift?: components["schemas"]["ScheduleShift"];
            teams: components["schemas"]["Team"][];
            time_zone: string;
            users: components["schemas"]["User"][];
        };
        ScheduleAnswer: {
            schedule: components["schemas"]["Schedule"];
        };
        ScheduleChangedData: {
            by: components["schemas"]["EventPerson"];
            changed: components["schemas"]["EventChangedField"][];
            schedule: components["schemas"]["EventSchedule"];
        };
        ScheduleChangedEvent: {
            data: components["schemas"]["ScheduleChangedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "schedule.changed";
        };
        ScheduleCreatedData: {
            by: components["schemas"]["EventPerson"];
            schedule: components["schemas"]["EventSchedule"];
        };
        ScheduleCreatedEvent: {
            data: components["schemas"]["ScheduleCreatedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "schedule.created";
        };
        ScheduleCreation: {
            /** Format: harmless-text */
            description?: string;
            /**
             * Format: external-id
             * @example platform-primary
             */
            external_id?: string;
            layers: components["schemas"]["NewLayer"][];
            /**
             * Format: external-id
             * @example northwind
             */
            managed_by?: string;
            /** Format: single-line */
            name: string;
            /** @description Only with layers: all layers that are planned after it, in the order of their rotation_start. Each takes over at its rotation_start, and they take the place of everything that is planned. Absent: what is planned stays. */
            planned_layers?: components["schemas"]["NewLayer"][];
            team_ids: string[];
            /**
             * Format: time-zone
             * @example Europe/Berlin
             */
            time_zone: string;
        };
        ScheduleDeletedData: {
            by: components["schemas"]["EventPerson"];
            schedule: components["schemas"]["EventSchedule"];
        };
        ScheduleDeletedEvent: {
            data: components["schemas"]["ScheduleDeletedData"];
            /**
             * Format: int64
             * @description Counts the events of the webhook: a missing number did not arrive
             */
            sequence: number;
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "schedule.deleted";
        };
        ScheduleLayer: {
            /** Format: int32 */
            concurrent_oncall_users: number;
            counted_days?: components["schemas"]["CountedDays"];
            /** Format: single-line */
            name: string;
            restriction_intervals?: components["schemas"]["RestrictionInterval"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            rotation_start: string;
            shift_length: components["schemas"]["ShiftLength"];
            users: components["schemas"]["User"][];
        };
        ScheduleOverride: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            changed_at?: string;
            changed_by?: components["schemas"]["User"];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            created_by: components["schemas"]["User"];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            id: string;
            /** @description The file or tool that made it */
            managed_by?: string;
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            /** @description Who is on call during the override */
            users: components["schemas"]["User"][];
        };
        ScheduleReference: {
            id: string;
            name: string;
        };
        ScheduleRevision: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            created_by?: components["schemas"]["User"];
            /** @description Empty if the layer cannot be read */
            layers: components["schemas"]["ScheduleLayer"][];
            /** Format: int64 */
            number: number;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            valid_from: string;
        };
        SchedulesAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            schedules: components["schemas"]["Schedule"][];
        };
        ScheduleShift: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            users: components["schemas"]["User"][];
        };
        ScheduleTimeline: {
            broken?: components["schemas"]["Broken"];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            /** @description Time without anybody on call, except off hours. A broken schedule has no gaps */
            gaps: components["schemas"]["Interval"][];
            /** @description True if there are more shifts: those that start later are left out */
            is_cut?: boolean;
            /** @description Time outside the windows of the layer, when nobody should be on call */
            off_hours: components["schemas"]["Interval"][];
            schedule_reference: components["schemas"]["ScheduleReference"];
            /** @description Clipped to from and to */
            shifts: components["schemas"]["TimelineShift"][];
            teams: components["schemas"]["Team"][];
            time_zone: string;
        };
        ScheduleUpdate: {
            /** Format: harmless-text */
            description?: string;
            /**
             * Format: external-id
             * @description null: none
             * @example platform-primary
             */
            external_id?: string | null;
            layers?: components["schemas"]["NewLayer"][];
            /**
             * Format: external-id
             * @description null: none
             * @example northwind
             */
            managed_by?: string | null;
            /** Format: single-line */
            name?: string;
            /** @description Only with layers: all layers that are planned after it, in the order of their rotation_start. Each takes over at its rotation_start, and they take the place of everything that is planned. Absent: what is planned stays. */
            planned_layers?: components["schemas"]["NewLayer"][];
            /**
             * Format: int64
             * @description Only with layers: the planned revision that the layer replaces; all other planned revisions stay. Without it, a layer with a rotation_start in the future is planned and replaces what is planned for after its start; any other replaces the layer in force, and what is planned stays.
             */
            replaces_revision?: number;
            team_ids?: string[];
        };
        SearchAnswer: {
            found: components["schemas"]["Found"];
        };
        /** @enum {string} */
        Seat: "viewer" | "member";
        Session: {
            /** @description Name of the browser, from its user agent */
            browser?: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            id: string;
            /** @description Whether it is the session of this request */
            is_current: boolean;
            /**
             * Format: date-time
             * @description To the hour
             */
            last_seen_at: string;
        };
        SessionsAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            sessions: components["schemas"]["Session"][];
        };
        /**
         * @description Setup step that the web application shows to admins of a new organization: first its name and zone, then a list of next steps. Absent when setup is done
         * @enum {string}
         */
        SetupStep: "name" | "checklist";
        ShiftLength: {
            /** Format: int64 */
            amount: number;
            unit: components["schemas"]["ShiftUnit"];
        };
        ShiftsAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            shifts: components["schemas"]["ScheduleShift"][];
        };
        /** @enum {string} */
        ShiftUnit: "hours" | "days" | "weeks";
        SignInLink: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            expires_at: string;
            url: string;
        };
        SignInLinkAnswer: {
            sign_in_link: components["schemas"]["SignInLink"];
        };
        SignInLinkLook: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            expires_at: string;
            organization: components["schemas"]["SignInLinkOrganization"];
            /** @description Whether a new password is needed to use the link; false if passwords are turned off */
            sets_password: boolean;
            user: components["schemas"]["SignInLinkUser"];
        };
        SignInLinkLookAnswer: {
            sign_in_link: components["schemas"]["SignInLinkLook"];
        };
        SignInLinkOrganization: {
            name: string;
        };
        SignInLinkToken: {
            /** @description The part of the link after the # */
            token: string;
        };
        SignInLinkUse: {
            /** @description At least 12 characters; neither the email nor a common password */
            password?: string;
            /**
             * Format: time-zone
             * @example Europe/Berlin
             */
            time_zone?: string;
            /** @description The part of the link after the # */
            token: string;
        };
        SignInLinkUser: {
            email: string;
            name: string;
        };
        SingleSignOn: {
            /** @description Label for the button */
            name: string;
        };
        SkippedEvent: {
            /** @description Why it could not be taken */
            reason: string;
            summary: string;
        };
        Team: {
            description?: string;
            /** @description The name that another system has for it */
            external_id?: string;
            id: string;
            /** @description The file or tool that made it */
            managed_by?: string;
            name: string;
        };
        TeamAnswer: {
            team: components["schemas"]["Team"];
        };
        TeamCreation: {
            /** Format: harmless-text */
            description?: string;
            /**
             * Format: external-id
             * @example platform-primary
             */
            external_id?: string;
            /**
             * Format: external-id
             * @example northwind
             */
            managed_by?: string;
            /** Format: single-line */
            name: string;
        };
        TeamReference: {
            id: string;
            name: string;
        };
        TeamsAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            teams: components["schemas"]["Team"][];
        };
        TeamUpdate: {
            /** Format: harmless-text */
            description?: string;
            /**
             * Format: external-id
             * @description null: none
             * @example platform-primary
             */
            external_id?: string | null;
            /**
             * Format: external-id
             * @description null: none
             * @example northwind
             */
            managed_by?: string | null;
            /** Format: single-line */
            name?: string;
        };
        TimelinesAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            timelines: components["schemas"]["ScheduleTimeline"][];
            /** @description Each person who is on call in one of the shifts, once */
            users: components["schemas"]["User"][];
        };
        TimelineShift: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            /** @description Who is on call; the people are in `users`, beside the timelines */
            user_ids: string[];
        };
        TimeOff: {
            /** @description What the person is on call for in that time, from now on, by start. Time off changes no rotation: ask for cover, or make an override */
            colliding_shifts: components["schemas"]["CollidingShift"][];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            /** @description True when only the first of them are listed */
            has_more_collisions?: boolean;
            id: string;
            /** @description Shown to the person and to admins alone */
            reason?: string;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            user_id: string;
        };
        TimeOffAnswer: {
            time_off: components["schemas"]["TimeOff"];
        };
        TimeOffCreation: {
            /**
             * Format: date-time
             * @description After start and in the future; at most 366 days after start
             * @example 2099-01-12T09:00:00Z
             */
            end: string;
            /** Format: harmless-text */
            reason?: string;
            /**
             * Format: date-time
             * @example 2099-01-05T09:00:00Z
             */
            start: string;
        };
        TimeOffImport: {
            /** @description The text of an iCalendar file (.ics) with at most 1000 events. All of them count as time off, but those that are canceled or over. Repetitions are taken for the next 366 days, and 500 events in all */
            calendar: string;
        };
        TimeOffImportAnswer: {
            /**
             * Format: int64
             * @description Imported before, and different in this file
             */
            changed: number;
            /**
             * Format: int64
             * @description All shifts that collide with them, of which at most 100 are counted for each entry
             */
            colliding_shifts_total: number;
            /** Format: int64 */
            created: number;
            skipped: components["schemas"]["SkippedEvent"][];
            /** @description From this file, by start. Of the shifts that collide with them, the first 100 are listed */
            time_off: components["schemas"]["TimeOff"][];
            /** Format: int64 */
            unchanged: number;
        };
        TimeOffsAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            time_off: components["schemas"]["TimeOff"][];
        };
        TimeOffUpdate: {
            /**
             * Format: date-time
             * @description After start and in the future; at most 366 days after start
             * @example 2099-01-12T09:00:00Z
             */
            end?: string;
            /**
             * Format: harmless-text
             * @description null: none
             */
            reason?: string | null;
            /**
             * Format: date-time
             * @example 2099-01-05T09:00:00Z
             */
            start?: string;
        };
        /** @description By the time zone and the holidays of the person */
        TimeOnCall: {
            /**
             * Format: int64
             * @description On public holidays
             */
            holiday_ms: number;
            /**
             * Format: int64
             * @description At night, holidays and weekends apart
             */
            night_ms: number;
            /** Format: int64 */
            other_ms: number;
            /**
             * Format: int64
             * @description Each instant once, however many schedules hold the person then
             */
            total_ms: number;
            /**
             * Format: int64
             * @description On the weekend, holidays apart
             */
            weekend_ms: number;
        };
        /**
         * @description 17:00 or 5:00 PM
         * @enum {string}
         */
        TimeStyle: "24_hours" | "12_hours";
        User: {
            /** @description The user's id in the chat */
            chat_id?: string;
            /** @description True for a deactivated user who is no longer on call, but is still being removed from stored layers and overrides. Only in GET /users/{user_id}, which is 404 once that is done */
            deactivating?: boolean;
            /** Format: known-email */
            email: string;
            id: string;
            name: string;
            role: components["schemas"]["Role"];
            seat: components["schemas"]["Seat"];
            /** @description Preferred time zone; if absent, the organization's is used */
            time_zone?: string;
        };
        UserAnswer: {
            user: components["schemas"]["User"];
        };
        UserBatch: {
            /** @description Whether to only preview the result. Default: false */
            dry_run?: boolean;
            users: components["schemas"]["UserInBatch"][];
        };
        UserBatchAnswer: {
            /** @description One for each line, in the same order */
            results: components["schemas"]["UserBatchResult"][];
        };
        UserBatchResult: {
            chat_id?: string;
            email: string;
            /** @description Id of the user; absent if the line is skipped, and with dry_run */
            id?: string;
            name?: string;
            outcome: components["schemas"]["BatchOutcome"];
            /** @description Why the line is skipped */
            reason?: string;
            role?: components["schemas"]["Role"];
            seat?: components["schemas"]["Seat"];
            time_zone?: string;
        };
        UserCreation: {
            /** Format: single-line */
            chat_id?: string;
            /** Format: email */
            email: string;
            /** @description Public holidays instead of those of the organization */
            holidays?: components["schemas"]["HolidayCalendar"];
            /** Format: single-line */
            name: string;
            role?: components["schemas"]["Role"];
            seat?: components["schemas"]["Seat"];
            /**
             * Format: time-zone
             * @example Europe/Berlin
             */
            time_zone?: string;
        };
        UserGroup: {
            handle: string;
            /** @description The id in the chat */
            id: string;
            name: string;
        };
        UserGroupAnswer: {
            user_group: components["schemas"]["UserGroup"];
        };
        UserGroupCreation: {
            /**
             * Format: chat-handle
             * @description Lower case letters, digits, -, _ and .
             * @example payments-oncall
             */
            handle: string;
            /** Format: single-line */
            name: string;
        };
        UserGroupOfSchedule: {
            handle: string;
            /** @description The id in the chat */
            id: string;
            name: string;
            schedule_id: string;
        };
        UserGroupsAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            /** @description An entry for each schedule that has a user group. Schedules that share a group follow each other */
            user_groups: components["schemas"]["UserGroupOfSchedule"][];
        };
        UserGroupSync: {
            /** @description Why it is failing */
            last_error?: string;
            /**
             * Format: date-time
             * @description When the group was last up to date
             * @example 2026-01-05T09:00:00Z
             */
            last_success_at?: string;
            /** @description People on call who could not be put into the group at its last update */
            left_out: components["schemas"]["LeftOutUser"][];
            state: components["schemas"]["UserGroupSyncState"];
        };
        /**
         * @description pending: the chat is not up to date yet. failing: the chat refused or did not respond; it is retried
         * @enum {string}
         */
        UserGroupSyncState: "in_sync" | "pending" | "failing";
        UserHolidays: {
            /** @description null: those of the organization */
            holidays: components["schemas"]["HolidayCalendar"] | null;
        };
        UserHolidaysUpdate: {
            /** @description null: those of the organization */
            holidays: components["schemas"]["HolidayCalendar"] | null;
            /**
             * Format: date-time
             * @description When the change takes effect; not in the future. Default: now
             * @example 2026-01-05T09:00:00Z
             */
            valid_from?: string;
        };
        UserInBatch: {
            /** Format: single-line */
            chat_id?: string;
            email: string;
            /** @description If absent or blank, derived from the email */
            name?: string;
            role?: components["schemas"]["RoleInBatch"];
            seat?: components["schemas"]["Seat"];
            time_zone?: string;
        };
        UserOnCall: {
            /** @description Shifts that contain now */
            current_shifts: components["schemas"]["UserShift"][];
            /** @description True if the user is in more than 100 schedules or teams: the others are not counted */
            has_more?: boolean;
            hours?: components["schemas"]["HoursOnCall"];
            /** @description The next shifts within 366 days, by start */
            next_shifts: components["schemas"]["UserShift"][];
            /** @description Schedules in which the user is on call, or will be within 366 days */
            schedules: components["schemas"]["ScheduleReference"][];
            teams: components["schemas"]["Team"][];
        };
        UserOnCallAnswer: {
            on_call: components["schemas"]["UserOnCall"];
        };
        /** @description A user, by their email, their id in the chat, or their id here */
        UserReference: {
            type: components["schemas"]["ReferenceType"];
            value: string;
        };
        UsersAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            users: components["schemas"]["User"][];
        };
        UserSettings: {
            /** @description What mentions the user in a channel. put_on_call: their duty begins, at a handoff or because somebody puts them on call. taken_off_call: someone takes them off call. shift_ended: their shift ends as planned, at a handoff to others. shift_moved: their next shift starts at another time */
            chat_mentions: components["schemas"]["ChatMention"][];
            display?: components["schemas"]["Display"];
            /** @description Hours before a shift at which the user gets a direct message about it; empty: no reminders */
            reminder_hours: components["schemas"]["ReminderHour"][];
        };
        UserSettingsAnswer: {
            settings: components["schemas"]["UserSettings"];
        };
        UserSettingsChanges: {
            /** @description Elements to add to the lists. All others stay as they are */
            add?: components["schemas"]["UserSettingsElements"];
            /** @description What mentions the user in a channel. put_on_call: their duty begins, at a handoff or because somebody puts them on call. taken_off_call: someone takes them off call. shift_ended: their shift ends as planned, at a handoff to others. shift_moved: their next shift starts at another time */
            chat_mentions?: components["schemas"]["ChatMention"][];
            display?: components["schemas"]["DisplayUpdate"];
            /** @description Hours before a shift at which the user gets a direct message about it; empty: no reminders */
            reminder_hours?: components["schemas"]["ReminderHour"][];
            /** @description Elements to remove from the lists, after those of add were added. All others stay as they are */
            remove?: components["schemas"]["UserSettingsElements"];
        };
        UserSettingsElements: {
            /** @description What mentions the user in a channel. put_on_call: their duty begins, at a handoff or because somebody puts them on call. taken_off_call: someone takes them off call. shift_ended: their shift ends as planned, at a handoff to others. shift_moved: their next shift starts at another time */
            chat_mentions?: components["schemas"]["ChatMention"][];
            /** @description Hours before a shift at which the user gets a direct message about it; empty: no reminders */
            reminder_hours?: components["schemas"]["ReminderHour"][];
        };
        UserSettingsUpdate: {
            settings: components["schemas"]["UserSettingsChanges"];
        };
        UserShift: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            end: string;
            schedule_reference: components["schemas"]["ScheduleReference"];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            start: string;
            users: components["schemas"]["User"][];
        };
        UserShiftsAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            shifts: components["schemas"]["UserShift"][];
        };
        UserUpdate: {
            /** Format: single-line */
            chat_id?: string | null;
            /** Format: email */
            email?: string;
            /** Format: single-line */
            name?: string;
            role?: components["schemas"]["Role"];
            seat?: components["schemas"]["Seat"];
            /**
             * Format: time-zone
             * @description null: use the organization’s
             * @example Europe/Berlin
             */
            time_zone?: string | null;
        };
        /** @description The ways to sign in */
        WaysToSignIn: {
            oidc?: components["schemas"]["SingleSignOn"];
            password: boolean;
            /** @description True if a new password can be requested by mail */
            reset?: boolean;
        };
        Webhook: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            description?: string;
            /** @description Why Watchbill disabled it; absent if a person did, and while it is enabled */
            disabled_reason?: string;
            enabled: boolean;
            /** @description Events that are sent to it */
            events: components["schemas"]["WebhookEvent"][];
            /** @description The name that another system has for it */
            external_id?: string;
            /**
             * Format: date-time
             * @description Time of the first failure since the last success
             * @example 2026-01-05T09:00:00Z
             */
            failing_since?: string;
            /**
             * Format: date-time
             * @description After a rotation: until when requests are also signed with the previous secret
             * @example 2026-01-05T09:00:00Z
             */
            former_secret_until?: string;
            id: string;
            /** @description The file or tool that made it */
            managed_by?: string;
            /** @description Only events of these schedules. Not together with `team_ids` */
            schedule_ids?: string[];
            /** @description Only events of schedules of these teams. Not together with `schedule_ids` */
            team_ids?: string[];
            /**
             * Format: single-line
             * @description A public https address without user name, password and fragment
             * @example https://hooks.example.com/watchbill
             */
            url: string;
        };
        WebhookAnswer: {
            webhook: components["schemas"]["Webhook"];
        };
        WebhookCreation: {
            /** Format: harmless-text */
            description?: string;
            /** @description Default: true */
            enabled?: boolean;
            /** @description Events that are sent to it */
            events: components["schemas"]["WebhookEvent"][];
            /**
             * Format: external-id
             * @example platform-primary
             */
            external_id?: string;
            /**
             * Format: external-id
             * @example northwind
             */
            managed_by?: string;
            /** @description Only events of these schedules. Not together with `team_ids` */
            schedule_ids?: string[];
            /** @description Only events of schedules of these teams. Not together with `schedule_ids` */
            team_ids?: string[];
            /**
             * Format: single-line
             * @description A public https address without user name, password and fragment
             * @example https://hooks.example.com/watchbill
             */
            url: string;
        };
        WebhookDeliveriesAnswer: {
            deliveries: components["schemas"]["WebhookDelivery"][];
            meta: components["schemas"]["PaginationMeta"];
        };
        WebhookDelivery: {
            answer?: components["schemas"]["WebhookResponse"];
            /** Format: int64 */
            attempts: number;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was sent, or given up
             * @example 2026-01-05T09:00:00Z
             */
            done_at?: string;
            /** @description Why the last attempt failed */
            error?: string;
            /** @description The type of the event; `webhook.test` for a test */
            event: string;
            /** @description The header `webhook-id`; the same for every attempt */
            id: string;
            /** @description The body that was sent, or will be */
            request_body: string;
            /**
             * Format: date-time
             * @description Postponed until then, so that later events are not delayed
             * @example 2026-01-05T09:00:00Z
             */
            retry_at?: string;
            /**
             * Format: int64
             * @description Number of the event at this endpoint; absent for a test
             */
            sequence?: number;
            status: components["schemas"]["DeliveryStatus"];
        };
        /** @enum {string} */
        WebhookEvent: "oncall.changed" | "schedule.created" | "schedule.changed" | "schedule.deleted" | "override.created" | "override.changed" | "override.deleted" | "coverage_request.created" | "coverage_request.accepted" | "coverage_request.reopened" | "coverage_request.canceled" | "coverage_request.expired" | "gap.ahead";
        /** @description Response to the last attempt */
        WebhookResponse: {
            /**
             * Format: date-time
             * @description When the attempt ended
             * @example 2026-01-05T09:00:00Z
             */
            at: string;
            /** @description Beginning of the body */
            body?: string;
            /**
             * Format: int64
             * @description How long the attempt took
             */
            milliseconds: number;
            /**
             * Format: int32
             * @description Absent if there was no response
             */
            status?: number;
        };
        WebhooksAnswer: {
            meta: components["schemas"]["PaginationMeta"];
            webhooks: components["schemas"]["Webhook"][];
        };
        WebhookSecretAnswer: {
            /**
             * @description Signs the messages, as the Standard Webhooks specification says. It is shown this once
             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
             */
            secret: string;
            webhook: components["schemas"]["Webhook"];
        };
        WebhookTestAnswer: {
            delivery: components["schemas"]["WebhookTestDelivery"];
        };
        WebhookTestData: {
            message: string;
            webhook_id: string;
        };
        WebhookTestDelivery: {
            /** @description Id in the list of deliveries */
            id: string;
        };
        WebhookTestEvent: {
            data: components["schemas"]["WebhookTestData"];
            /**
             * Format: date-time
             * @description When it happened
             * @example 2026-01-05T09:00:00Z
             */
            timestamp: string;
            /** @enum {string} */
            type: "webhook.test";
        };
        WebhookUpdate: {
            /** Format: harmless-text */
            description?: string;
            enabled?: boolean;
            /** @description Events that are sent to it */
            events?: components["schemas"]["WebhookEvent"][];
            /**
             * Format: external-id
             * @description null: none
             * @example platform-primary
             */
            external_id?: string | null;
            /**
             * Format: external-id
             * @description null: none
             * @example northwind
             */
            managed_by?: string | null;
            /** @description null: events of all schedules */
            schedule_ids?: string[] | null;
            /** @description null: events of all schedules */
            team_ids?: string[] | null;
            /**
             * Format: single-line
             * @description A public https address without user name, password and fragment
             * @example https://hooks.example.com/watchbill
             */
            url?: string;
        };
        /** @enum {string} */
        Weekday: "sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday";
        /** @enum {string} */
        WeekStart: "monday" | "saturday" | "sunday";
    };
    responses: {
        /** @description `answer_too_large`: The answer would have more than 10,000,000 bytes. */
        AnswerTooLarge: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /**
         * @description - `answer_too_large`: The answer would have more than 10,000,000 bytes.
         *     - `too_much_work`: The request is about too many shifts or people.
         */
        AnswerTooLargeOrTooMuchWork: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `bad_request`: The request could not be understood. */
        BadRequest: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `chat_not_connected`: No chat is connected. */
        ChatNotConnected: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `chat_unavailable`: The chat did not respond as expected. */
        ChatUnavailable: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `coverage_request_not_pending`: The coverage request is no longer pending. */
        CoverageRequestNotPending: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /**
         * @description - `duplicate_team_name`: A team with this name already exists.
         *     - `duplicate_external_id`: Something else has this external_id already.
         */
        DuplicateTeamNameOrDuplicateExternalId: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description The request failed: the error says why. */
        Error: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `forbidden`: You have no permission for this action. */
        Forbidden: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `idempotency_key_in_use`: The first request with this idempotency key is still running: send it again later. */
        IdempotencyKeyInUse: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request. */
        IdempotencyKeyReused: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `internal_server_error`: Something went wrong on our side. */
        InternalServerError: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `not_found`: There is no such resource. */
        NotFound: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `override_already_finished`: The override has finished and cannot be changed or deleted. */
        OverrideAlreadyFinished: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `payload_too_large`: The body is too large. */
        PayloadTooLarge: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `precondition_failed`: The resource has changed since you read it: read it again, and send the change with the new ETag in if-match. */
        PreconditionFailed: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `request_timeout`: The request did not arrive in time. */
        RequestTimeout: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `service_unavailable`: The service is not available at the moment. */
        ServiceUnavailable: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `too_many_requests`: Too many requests. */
        TooManyRequests: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `too_much_work`: The request is about too many shifts or people. */
        TooMuchWork: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `unauthorized`: A valid API key is required in the x-api-key header. */
        Unauthorized: {
            headers: {
                "www-authenticate": components["headers"]["www-authenticate"];
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `unprocessable_entity`: The request cannot be processed. */
        UnprocessableEntity: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /**
         * @description - `unprocessable_entity`: The request cannot be processed.
         *     - `answer_too_large`: The answer would have more than 10,000,000 bytes.
         */
        UnprocessableEntityOrAnswerTooLarge: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /**
         * @description - `unprocessable_entity`: The request cannot be processed.
         *     - `chat_not_connected`: No chat is connected.
         */
        UnprocessableEntityOrChatNotConnected: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /**
         * @description - `unprocessable_entity`: The request cannot be processed.
         *     - `duplicate_external_id`: Something else has this external_id already.
         */
        UnprocessableEntityOrDuplicateExternalId: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /**
         * @description - `unprocessable_entity`: The request cannot be processed.
         *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
         */
        UnprocessableEntityOrIdempotencyKeyReused: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /**
         * @description - `unprocessable_entity`: The request cannot be processed.
         *     - `too_much_work`: The request is about too many shifts or people.
         */
        UnprocessableEntityOrTooMuchWork: {
            headers: {
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
        /** @description `unsupported_media_type`: The body must be JSON, with content-type: application/json. */
        UnsupportedMediaType: {
            headers: {
                accept: components["headers"]["accept"];
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["ErrorAnswer"];
            };
        };
    };
    parameters: {
        /** @description The version of the API to use; if absent, the latest. */
        ApiVersion: "2026-11-01";
        /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
        PageHeader: "1";
        /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
        RequiredPageHeader: "1";
    };
    requestBodies: never;
    headers: {
        /** @description The media types that a body may have */
        accept: string;
        /** @description The name for the file */
        "content-disposition": string;
        /** @description The entity tag; send it as `if-match` to change only what you have read */
        etag: string;
        /** @description `true` if the response is that of an earlier request with the same `idempotency-key`; else absent */
        "idempotency-replayed": string;
        /** @description The first, previous, next and last page of a list, relative to its address (RFC 8288) */
        link: string;
        /** @description Seconds to wait before the next request; only when one has to wait */
        "retry-after": number;
        /** @description The cookie of the session */
        "set-cookie": string;
        /** @description How to send an API key (RFC 9110) */
        "www-authenticate": string;
        /** @description The version that was used */
        "x-api-version": string;
        /** @description Requests that may be made within a minute */
        "x-ratelimit-limit": number;
        /** @description Requests that remain in the current minute */
        "x-ratelimit-remaining": number;
        /** @description Seconds until the count starts again */
        "x-ratelimit-reset": number;
        /** @description The id of this request, which the log of the service has too */
        "x-request-id": string;
    };
    pathItems: never;
}
export type AcceptedShift = components['schemas']['AcceptedShift'];
export type ApiKey = components['schemas']['ApiKey'];
export type ApiKeyCreation = components['schemas']['ApiKeyCreation'];
export type ApiKeyOwner = components['schemas']['ApiKeyOwner'];
export type ApiKeysAnswer = components['schemas']['ApiKeysAnswer'];
export type AuditDetail = components['schemas']['AuditDetail'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type AuditLogAnswer = components['schemas']['AuditLogAnswer'];
export type Away = components['schemas']['Away'];
export type AwayAnswer = components['schemas']['AwayAnswer'];
export type BatchOutcome = components['schemas']['BatchOutcome'];
export type Broken = components['schemas']['Broken'];
export type CalendarFeed = components['schemas']['CalendarFeed'];
export type CalendarFeedAnswer = components['schemas']['CalendarFeedAnswer'];
export type CalendarFeedCreation = components['schemas']['CalendarFeedCreation'];
export type CalendarFeedKind = components['schemas']['CalendarFeedKind'];
export type CalendarFeedsAnswer = components['schemas']['CalendarFeedsAnswer'];
export type CalendarRules = components['schemas']['CalendarRules'];
export type CalendarRulesAnswer = components['schemas']['CalendarRulesAnswer'];
export type CalendarRulesUpdate = components['schemas']['CalendarRulesUpdate'];
export type Chat = components['schemas']['Chat'];
export type ChatAnswer = components['schemas']['ChatAnswer'];
export type ChatChannel = components['schemas']['ChatChannel'];
export type ChatChannelsAnswer = components['schemas']['ChatChannelsAnswer'];
export type ChatMention = components['schemas']['ChatMention'];
export type ChatPeopleAnswer = components['schemas']['ChatPeopleAnswer'];
export type ChatPerson = components['schemas']['ChatPerson'];
export type ChatPlan = components['schemas']['ChatPlan'];
export type ChatProvider = components['schemas']['ChatProvider'];
export type ChatTest = components['schemas']['ChatTest'];
export type ChatTestAnswer = components['schemas']['ChatTestAnswer'];
export type ChatTestRequest = components['schemas']['ChatTestRequest'];
export type CollidingShift = components['schemas']['CollidingShift'];
export type CountedDays = components['schemas']['CountedDays'];
export type CoverageAcceptance = components['schemas']['CoverageAcceptance'];
export type CoverageCandidate = components['schemas']['CoverageCandidate'];
export type CoverageCandidatesAnswer = components['schemas']['CoverageCandidatesAnswer'];
export type CoverageRequest = components['schemas']['CoverageRequest'];
export type CoverageRequestAcceptance = components['schemas']['CoverageRequestAcceptance'];
export type CoverageRequestAcceptedData = components['schemas']['CoverageRequestAcceptedData'];
export type CoverageRequestAcceptedEvent = components['schemas']['CoverageRequestAcceptedEvent'];
export type CoverageRequestAnswer = components['schemas']['CoverageRequestAnswer'];
export type CoverageRequestCanceledData = components['schemas']['CoverageRequestCanceledData'];
export type CoverageRequestCanceledEvent = components['schemas']['CoverageRequestCanceledEvent'];
export type CoverageRequestCreatedData = components['schemas']['CoverageRequestCreatedData'];
export type CoverageRequestCreatedEvent = components['schemas']['CoverageRequestCreatedEvent'];
export type CoverageRequestCreation = components['schemas']['CoverageRequestCreation'];
export type CoverageRequestCreationFor = components['schemas']['CoverageRequestCreationFor'];
export type CoverageRequestExpiredData = components['schemas']['CoverageRequestExpiredData'];
export type CoverageRequestExpiredEvent = components['schemas']['CoverageRequestExpiredEvent'];
export type CoverageRequestReopenedData = components['schemas']['CoverageRequestReopenedData'];
export type CoverageRequestReopenedEvent = components['schemas']['CoverageRequestReopenedEvent'];
export type CoverageRequestsAnswer = components['schemas']['CoverageRequestsAnswer'];
export type CoverageRequestStatus = components['schemas']['CoverageRequestStatus'];
export type CoverageShift = components['schemas']['CoverageShift'];
export type CoverBalance = components['schemas']['CoverBalance'];
export type CoverTime = components['schemas']['CoverTime'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreatedApiKeyAnswer = components['schemas']['CreatedApiKeyAnswer'];
export type Credentials = components['schemas']['Credentials'];
export type CurrentSession = components['schemas']['CurrentSession'];
export type CurrentSessionAnswer = components['schemas']['CurrentSessionAnswer'];
export type DateStyle = components['schemas']['DateStyle'];
export type Day = components['schemas']['Day'];
export type DeactivatedUser = components['schemas']['DeactivatedUser'];
export type DeactivatedUsersAnswer = components['schemas']['DeactivatedUsersAnswer'];
export type Deactivation = components['schemas']['Deactivation'];
export type DeactivationAnswer = components['schemas']['DeactivationAnswer'];
export type DefaultNotification = components['schemas']['DefaultNotification'];
export type DeliveriesAnswer = components['schemas']['DeliveriesAnswer'];
export type Delivery = components['schemas']['Delivery'];
export type DeliveryKind = components['schemas']['DeliveryKind'];
export type DeliveryStatus = components['schemas']['DeliveryStatus'];
export type Display = components['schemas']['Display'];
export type DisplayUpdate = components['schemas']['DisplayUpdate'];
export type ErrorAnswer = components['schemas']['ErrorAnswer'];
export type ErrorDetail = components['schemas']['ErrorDetail'];
export type EventChangedField = components['schemas']['EventChangedField'];
export type EventCoverageAcceptance = components['schemas']['EventCoverageAcceptance'];
export type EventCoveragePart = components['schemas']['EventCoveragePart'];
export type EventCoverageRequest = components['schemas']['EventCoverageRequest'];
export type EventGap = components['schemas']['EventGap'];
export type EventNext = components['schemas']['EventNext'];
export type EventOverride = components['schemas']['EventOverride'];
export type EventPerson = components['schemas']['EventPerson'];
export type EventReason = components['schemas']['EventReason'];
export type EventSchedule = components['schemas']['EventSchedule'];
export type FollowedUserGroup = components['schemas']['FollowedUserGroup'];
export type FollowedUserGroupAnswer = components['schemas']['FollowedUserGroupAnswer'];
export type Found = components['schemas']['Found'];
export type GapAheadData = components['schemas']['GapAheadData'];
export type GapAheadEvent = components['schemas']['GapAheadEvent'];
export type HealthAnswer = components['schemas']['HealthAnswer'];
export type Holiday = components['schemas']['Holiday'];
export type HolidayCalendar = components['schemas']['HolidayCalendar'];
export type HolidayCalendarsAnswer = components['schemas']['HolidayCalendarsAnswer'];
export type HolidayRegion = components['schemas']['HolidayRegion'];
export type HolidaysOfUser = components['schemas']['HolidaysOfUser'];
export type HolidaysOfUsersAnswer = components['schemas']['HolidaysOfUsersAnswer'];
export type HoursAnswer = components['schemas']['HoursAnswer'];
export type HoursInSchedule = components['schemas']['HoursInSchedule'];
export type HoursOfPerson = components['schemas']['HoursOfPerson'];
export type HoursOnCall = components['schemas']['HoursOnCall'];
export type HoursReport = components['schemas']['HoursReport'];
export type IdentitiesAnswer = components['schemas']['IdentitiesAnswer'];
export type Identity = components['schemas']['Identity'];
export type Interval = components['schemas']['Interval'];
export type JsonSchema = components['schemas']['JsonSchema'];
export type LeftOutUser = components['schemas']['LeftOutUser'];
export type LinkedChannel = components['schemas']['LinkedChannel'];
export type LinkedChannelOfSchedule = components['schemas']['LinkedChannelOfSchedule'];
export type LinkedChannelsAnswer = components['schemas']['LinkedChannelsAnswer'];
export type LinkedChannelsOfSchedulesAnswer = components['schemas']['LinkedChannelsOfSchedulesAnswer'];
export type LocalChatGroup = components['schemas']['LocalChatGroup'];
export type LocalChatGroupsAnswer = components['schemas']['LocalChatGroupsAnswer'];
export type LocalChatMessage = components['schemas']['LocalChatMessage'];
export type LocalChatMessagesAnswer = components['schemas']['LocalChatMessagesAnswer'];
export type MessageOrder = components['schemas']['MessageOrder'];
export type NamedUser = components['schemas']['NamedUser'];
export type NewLayer = components['schemas']['NewLayer'];
export type NextSetupStep = components['schemas']['NextSetupStep'];
export type Night = components['schemas']['Night'];
export type Notice = components['schemas']['Notice'];
export type NoticeKind = components['schemas']['NoticeKind'];
export type NoticesAnswer = components['schemas']['NoticesAnswer'];
export type NotificationChoice = components['schemas']['NotificationChoice'];
export type NotificationReach = components['schemas']['NotificationReach'];
export type Notifications = components['schemas']['Notifications'];
export type NotificationSettings = components['schemas']['NotificationSettings'];
export type NotificationSettingsUpdate = components['schemas']['NotificationSettingsUpdate'];
export type NotificationsUpdate = components['schemas']['NotificationsUpdate'];
export type OnCall = components['schemas']['OnCall'];
export type OnCallAnswer = components['schemas']['OnCallAnswer'];
export type OncallChangedData = components['schemas']['OncallChangedData'];
export type OncallChangedEvent = components['schemas']['OncallChangedEvent'];
export type OpenApiDocument = components['schemas']['OpenApiDocument'];
export type Organization = components['schemas']['Organization'];
export type OrganizationAnswer = components['schemas']['OrganizationAnswer'];
export type OrganizationUpdate = components['schemas']['OrganizationUpdate'];
export type OverrideAnswer = components['schemas']['OverrideAnswer'];
export type OverrideChangedData = components['schemas']['OverrideChangedData'];
export type OverrideChangedEvent = components['schemas']['OverrideChangedEvent'];
export type OverrideCreatedData = components['schemas']['OverrideCreatedData'];
export type OverrideCreatedEvent = components['schemas']['OverrideCreatedEvent'];
export type OverrideCreation = components['schemas']['OverrideCreation'];
export type OverrideDeletedData = components['schemas']['OverrideDeletedData'];
export type OverrideDeletedEvent = components['schemas']['OverrideDeletedEvent'];
export type OverridesAnswer = components['schemas']['OverridesAnswer'];
export type OverrideUpdate = components['schemas']['OverrideUpdate'];
export type OwnedApiKey = components['schemas']['OwnedApiKey'];
export type OwnedApiKeysAnswer = components['schemas']['OwnedApiKeysAnswer'];
export type OwnUserUpdate = components['schemas']['OwnUserUpdate'];
export type PaginationMeta = components['schemas']['PaginationMeta'];
export type PasswordChange = components['schemas']['PasswordChange'];
export type PasswordRequest = components['schemas']['PasswordRequest'];
export type Permission = components['schemas']['Permission'];
export type PermissionsAnswer = components['schemas']['PermissionsAnswer'];
export type ReadyAnswer = components['schemas']['ReadyAnswer'];
export type ReferenceType = components['schemas']['ReferenceType'];
export type RefusedIdentity = components['schemas']['RefusedIdentity'];
export type ReminderHour = components['schemas']['ReminderHour'];
export type RestrictionInterval = components['schemas']['RestrictionInterval'];
export type RevisionsAnswer = components['schemas']['RevisionsAnswer'];
export type Role = components['schemas']['Role'];
export type RoleInBatch = components['schemas']['RoleInBatch'];
export type Schedule = components['schemas']['Schedule'];
export type ScheduleAnswer = components['schemas']['ScheduleAnswer'];
export type ScheduleChangedData = components['schemas']['ScheduleChangedData'];
export type ScheduleChangedEvent = components['schemas']['ScheduleChangedEvent'];
export type ScheduleCreatedData = components['schemas']['ScheduleCreatedData'];
export type ScheduleCreatedEvent = components['schemas']['ScheduleCreatedEvent'];
export type ScheduleCreation = components['schemas']['ScheduleCreation'];
export type ScheduleDeletedData = components['schemas']['ScheduleDeletedData'];
export type ScheduleDeletedEvent = components['schemas']['ScheduleDeletedEvent'];
export type ScheduleLayer = components['schemas']['ScheduleLayer'];
export type ScheduleOverride = components['schemas']['ScheduleOverride'];
export type ScheduleReference = components['schemas']['ScheduleReference'];
export type ScheduleRevision = components['schemas']['ScheduleRevision'];
export type SchedulesAnswer = components['schemas']['SchedulesAnswer'];
export type ScheduleShift = components['schemas']['ScheduleShift'];
export type ScheduleTimeline = components['schemas']['ScheduleTimeline'];
export type ScheduleUpdate = components['schemas']['ScheduleUpdate'];
export type SearchAnswer = components['schemas']['SearchAnswer'];
export type Seat = components['schemas']['Seat'];
export type Session = components['schemas']['Session'];
export type SessionsAnswer = components['schemas']['SessionsAnswer'];
export type SetupStep = components['schemas']['SetupStep'];
export type ShiftLength = components['schemas']['ShiftLength'];
export type ShiftsAnswer = components['schemas']['ShiftsAnswer'];
export type ShiftUnit = components['schemas']['ShiftUnit'];
export type SignInLink = components['schemas']['SignInLink'];
export type SignInLinkAnswer = components['schemas']['SignInLinkAnswer'];
export type SignInLinkLook = components['schemas']['SignInLinkLook'];
export type SignInLinkLookAnswer = components['schemas']['SignInLinkLookAnswer'];
export type SignInLinkOrganization = components['schemas']['SignInLinkOrganization'];
export type SignInLinkToken = components['schemas']['SignInLinkToken'];
export type SignInLinkUse = components['schemas']['SignInLinkUse'];
export type SignInLinkUser = components['schemas']['SignInLinkUser'];
export type SingleSignOn = components['schemas']['SingleSignOn'];
export type SkippedEvent = components['schemas']['SkippedEvent'];
export type Team = components['schemas']['Team'];
export type TeamAnswer = components['schemas']['TeamAnswer'];
export type TeamCreation = components['schemas']['TeamCreation'];
export type TeamReference = components['schemas']['TeamReference'];
export type TeamsAnswer = components['schemas']['TeamsAnswer'];
export type TeamUpdate = components['schemas']['TeamUpdate'];
export type TimelinesAnswer = components['schemas']['TimelinesAnswer'];
export type TimelineShift = components['schemas']['TimelineShift'];
export type TimeOff = components['schemas']['TimeOff'];
export type TimeOffAnswer = components['schemas']['TimeOffAnswer'];
export type TimeOffCreation = components['schemas']['TimeOffCreation'];
export type TimeOffImport = components['schemas']['TimeOffImport'];
export type TimeOffImportAnswer = components['schemas']['TimeOffImportAnswer'];
export type TimeOffsAnswer = components['schemas']['TimeOffsAnswer'];
export type TimeOffUpdate = components['schemas']['TimeOffUpdate'];
export type TimeOnCall = components['schemas']['TimeOnCall'];
export type TimeStyle = components['schemas']['TimeStyle'];
export type User = components['schemas']['User'];
export type UserAnswer = components['schemas']['UserAnswer'];
export type UserBatch = components['schemas']['UserBatch'];
export type UserBatchAnswer = components['schemas']['UserBatchAnswer'];
export type UserBatchResult = components['schemas']['UserBatchResult'];
export type UserCreation = components['schemas']['UserCreation'];
export type UserGroup = components['schemas']['UserGroup'];
export type UserGroupAnswer = components['schemas']['UserGroupAnswer'];
export type UserGroupCreation = components['schemas']['UserGroupCreation'];
export type UserGroupOfSchedule = components['schemas']['UserGroupOfSchedule'];
export type UserGroupsAnswer = components['schemas']['UserGroupsAnswer'];
export type UserGroupSync = components['schemas']['UserGroupSync'];
export type UserGroupSyncState = components['schemas']['UserGroupSyncState'];
export type UserHolidays = components['schemas']['UserHolidays'];
export type UserHolidaysUpdate = components['schemas']['UserHolidaysUpdate'];
export type UserInBatch = components['schemas']['UserInBatch'];
export type UserOnCall = components['schemas']['UserOnCall'];
export type UserOnCallAnswer = components['schemas']['UserOnCallAnswer'];
export type UserReference = components['schemas']['UserReference'];
export type UsersAnswer = components['schemas']['UsersAnswer'];
export type UserSettings = components['schemas']['UserSettings'];
export type UserSettingsAnswer = components['schemas']['UserSettingsAnswer'];
export type UserSettingsChanges = components['schemas']['UserSettingsChanges'];
export type UserSettingsElements = components['schemas']['UserSettingsElements'];
export type UserSettingsUpdate = components['schemas']['UserSettingsUpdate'];
export type UserShift = components['schemas']['UserShift'];
export type UserShiftsAnswer = components['schemas']['UserShiftsAnswer'];
export type UserUpdate = components['schemas']['UserUpdate'];
export type WaysToSignIn = components['schemas']['WaysToSignIn'];
export type Webhook = components['schemas']['Webhook'];
export type WebhookAnswer = components['schemas']['WebhookAnswer'];
export type WebhookCreation = components['schemas']['WebhookCreation'];
export type WebhookDeliveriesAnswer = components['schemas']['WebhookDeliveriesAnswer'];
export type WebhookDelivery = components['schemas']['WebhookDelivery'];
export type WebhookEvent = components['schemas']['WebhookEvent'];
export type WebhookResponse = components['schemas']['WebhookResponse'];
export type WebhooksAnswer = components['schemas']['WebhooksAnswer'];
export type WebhookSecretAnswer = components['schemas']['WebhookSecretAnswer'];
export type WebhookTestAnswer = components['schemas']['WebhookTestAnswer'];
export type WebhookTestData = components['schemas']['WebhookTestData'];
export type WebhookTestDelivery = components['schemas']['WebhookTestDelivery'];
export type WebhookTestEvent = components['schemas']['WebhookTestEvent'];
export type WebhookUpdate = components['schemas']['WebhookUpdate'];
export type Weekday = components['schemas']['Weekday'];
export type WeekStart = components['schemas']['WeekStart'];
export type ResponseAnswerTooLarge = components['responses']['AnswerTooLarge'];
export type ResponseAnswerTooLargeOrTooMuchWork = components['responses']['AnswerTooLargeOrTooMuchWork'];
export type ResponseBadRequest = components['responses']['BadRequest'];
export type ResponseChatNotConnected = components['responses']['ChatNotConnected'];
export type ResponseChatUnavailable = components['responses']['ChatUnavailable'];
export type ResponseCoverageRequestNotPending = components['responses']['CoverageRequestNotPending'];
export type ResponseDuplicateTeamNameOrDuplicateExternalId = components['responses']['DuplicateTeamNameOrDuplicateExternalId'];
export type ResponseError = components['responses']['Error'];
export type ResponseForbidden = components['responses']['Forbidden'];
export type ResponseIdempotencyKeyInUse = components['responses']['IdempotencyKeyInUse'];
export type ResponseIdempotencyKeyReused = components['responses']['IdempotencyKeyReused'];
export type ResponseInternalServerError = components['responses']['InternalServerError'];
export type ResponseNotFound = components['responses']['NotFound'];
export type ResponseOverrideAlreadyFinished = components['responses']['OverrideAlreadyFinished'];
export type ResponsePayloadTooLarge = components['responses']['PayloadTooLarge'];
export type ResponsePreconditionFailed = components['responses']['PreconditionFailed'];
export type ResponseRequestTimeout = components['responses']['RequestTimeout'];
export type ResponseServiceUnavailable = components['responses']['ServiceUnavailable'];
export type ResponseTooManyRequests = components['responses']['TooManyRequests'];
export type ResponseTooMuchWork = components['responses']['TooMuchWork'];
export type ResponseUnauthorized = components['responses']['Unauthorized'];
export type ResponseUnprocessableEntity = components['responses']['UnprocessableEntity'];
export type ResponseUnprocessableEntityOrAnswerTooLarge = components['responses']['UnprocessableEntityOrAnswerTooLarge'];
export type ResponseUnprocessableEntityOrChatNotConnected = components['responses']['UnprocessableEntityOrChatNotConnected'];
export type ResponseUnprocessableEntityOrDuplicateExternalId = components['responses']['UnprocessableEntityOrDuplicateExternalId'];
export type ResponseUnprocessableEntityOrIdempotencyKeyReused = components['responses']['UnprocessableEntityOrIdempotencyKeyReused'];
export type ResponseUnprocessableEntityOrTooMuchWork = components['responses']['UnprocessableEntityOrTooMuchWork'];
export type ResponseUnsupportedMediaType = components['responses']['UnsupportedMediaType'];
export type ParameterApiVersion = components['parameters']['ApiVersion'];
export type ParameterPageHeader = components['parameters']['PageHeader'];
export type ParameterRequiredPageHeader = components['parameters']['RequiredPageHeader'];
export type HeaderAccept = components['headers']['accept'];
export type HeaderContentDisposition = components['headers']['content-disposition'];
export type HeaderEtag = components['headers']['etag'];
export type HeaderIdempotencyReplayed = components['headers']['idempotency-replayed'];
export type HeaderLink = components['headers']['link'];
export type HeaderRetryAfter = components['headers']['retry-after'];
export type HeaderSetCookie = components['headers']['set-cookie'];
export type HeaderWwwAuthenticate = components['headers']['www-authenticate'];
export type HeaderXApiVersion = components['headers']['x-api-version'];
export type HeaderXRatelimitLimit = components['headers']['x-ratelimit-limit'];
export type HeaderXRatelimitRemaining = components['headers']['x-ratelimit-remaining'];
export type HeaderXRatelimitReset = components['headers']['x-ratelimit-reset'];
export type HeaderXRequestId = components['headers']['x-request-id'];
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All API keys of the organization that are not revoked, by user; for admins */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OwnedApiKeysAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    revokeApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listAuditLog: {
        parameters: {
            query?: {
                /** @description A trailing * matches all actions with this prefix */
                action?: string;
                actor_id?: string;
                from?: string;
                page?: number;
                per_page?: number;
                target_id?: string;
                to?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The audit log, newest first */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditLogAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["UnprocessableEntityOrAnswerTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listAway: {
        parameters: {
            query?: {
                /** @description Default: now */
                from?: string;
                /** @description Default: 31 days after from; at most 366 days after it */
                to?: string;
                /** @description Ids of up to 100 users, with commas between them. Default: yourself */
                user_ids?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description When users are away: time off and public holidays */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AwayAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["UnprocessableEntityOrAnswerTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getCalendar: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                /** @description From the `url` of a calendar feed */
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An iCalendar file (RFC 5545): shifts from 30 days ago to 366 days ahead, one event for each person and shift */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/calendar": string;
                };
            };
            /** @description The calendar still has the tag in `if-none-match` */
            304: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description - `answer_too_large`: The answer would have more than 10,000,000 bytes.
             *     - `schedule_broken`: The shifts of the schedule cannot be computed.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The connected chat */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listChatChannels: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All channels of the chat */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatChannelsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `answer_too_large`: The answer would have more than 10,000,000 bytes.
             *     - `chat_not_connected`: No chat is connected.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["ChatUnavailable"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listChatChannelLinks: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The linked channels of all schedules */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedChannelsOfSchedulesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listLocalChatChannels: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Channels of the built-in chat */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatChannelsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ChatNotConnected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listLocalChatGroups: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description User groups of the built-in chat */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocalChatGroupsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ChatNotConnected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listLocalChatMessages: {
        parameters: {
            query?: {
                /** @description Or the chat id of a person */
                channel_id?: string;
                /** @description Which messages come first */
                order?: components["schemas"]["MessageOrder"];
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages of the built-in chat */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LocalChatMessagesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["ChatNotConnected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listChatPeople: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                /** @description Part of the name or of the email, case-insensitive */
                query?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The people of the chat, without guests and bots */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatPeopleAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `answer_too_large`: The answer would have more than 10,000,000 bytes.
             *     - `chat_not_connected`: No chat is connected.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["ChatUnavailable"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    testChat: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChatTestRequest"];
            };
        };
        responses: {
            /** @description Test the connection to the chat, and post a short message to a channel */
            200: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChatTestAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `chat_not_connected`: No chat is connected.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["ChatUnavailable"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listChatUserGroups: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chat user groups of all schedules */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserGroupsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listCoverageCandidates: {
        parameters: {
            query?: {
                /** @description For what remains of this request */
                coverage_request_id?: string;
                /** @description to here. Default: 30 days after start; at most 366 */
                end?: string;
                /** @description In these schedules: ids with commas between them. Default: all of theirs */
                schedule_ids?: string;
                /** @description For shifts from here. Default: now */
                start?: string;
                /** @description Whose shifts. Default: yours */
                user_id?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who could cover the shifts of a request, or of a user in an interval, the best first */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageCandidatesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `answer_too_large`: The answer would have more than 10,000,000 bytes.
             *     - `too_many_shifts_in_coverage_request`: The coverage request has more than 500 shifts.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createCoverageRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoverageRequestCreationFor"];
            };
        };
        responses: {
            /** @description Ask others to cover the shifts of a user, if you may change all the schedules concerned */
            201: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageRequestAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `too_many_shifts_in_coverage_request`: The coverage request has more than 500 shifts.
             *     - `schedule_broken`: The shifts of the schedule cannot be computed.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listCoverageRequests: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                status?: components["schemas"]["CoverageRequestStatus"];
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All coverage requests, oldest first */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageRequestsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["AnswerTooLargeOrTooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getCoverageRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                coverage_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A coverage request */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageRequestAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["TooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    acceptCoverageRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                coverage_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CoverageRequestAcceptance"];
            };
        };
        responses: {
            /** @description Accept a coverage request: you take over its shifts, or some of them */
            200: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageRequestAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `coverage_request_not_pending`: The coverage request is no longer pending.
             *     - `coverage_request_self_owned`: You cannot accept your own coverage request.
             *     - `shifts_not_available`: The shifts cannot be taken: somebody else took them, or the requester is no longer on call then.
             *     - `schedule_broken`: The shifts of the schedule cannot be computed.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    declineCoverageRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                coverage_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Say that you cannot cover: the requester is told once */
            200: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageRequestAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `coverage_request_not_pending`: The coverage request is no longer pending.
             *     - `coverage_request_self_owned`: You cannot accept your own coverage request.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listDeactivatedUsers: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deactivated users whose personal data is not erased */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeactivatedUsersAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                status?: components["schemas"]["DeliveryStatus"];
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Messages to the chat, to webhooks and by mail, newest first */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveriesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    retryDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrIdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    streamEvents: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A stream that stays open */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getHealth: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Liveness: the process runs */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HealthAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listHolidayCalendars: {
        parameters: {
            query?: {
                /** @description Lists the regions of this country */
                country?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Countries, or regions of one, with public holidays */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidayCalendarsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getOnCallMetrics: {
        parameters: {
            query?: {
                /**
                 * @description What else to tell of people: `names`, `email`, or both with a comma between them
                 * @example names,email
                 */
                include?: string;
                /** @description Id of a team, as in the list of teams: only its schedules */
                team_id?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text format of Prometheus */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["AnswerTooLargeOrTooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listNotices: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Notices for admins */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NoticesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOnCall: {
        parameters: {
            query?: {
                /** @description Default: now */
                at?: string;
                /** @description The whole external id */
                external_id?: string;
                /** @description The whole name, in the same case */
                name?: string;
                page?: number;
                per_page?: number;
                /** @description Id of a team, as in the list of teams: only its schedules */
                team_id?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is on call in every schedule at an instant */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OnCallAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getOpenApiDocument: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description This document */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OpenApiDocument"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The organization of the user */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateOrganization: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description Change the organization */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getCalendarRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Rules for nights, weekends and public holidays in reports */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarRulesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateCalendarRules: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarRulesUpdate"];
            };
        };
        responses: {
            /** @description Change the rules for nights, weekends and public holidays */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarRulesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getReadiness: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Readiness: the database accepts writes, the clocks agree, and the process is not shutting down */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadyAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getHoursReport: {
        parameters: {
            query?: {
                /** @description Default: 30 days ago */
                from?: string;
                /** @description Only this schedule; it may be a deleted one */
                schedule_id?: string;
                /** @description Only schedules that are linked to this team now; a deleted one is linked to none */
                team_id?: string;
                /** @description Default: 60 days after from; at most 366 days after it */
                to?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hours on call, past and future */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HoursAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `answer_too_large`: The answer would have more than 10,000,000 bytes.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getHoursReportCsv: {
        parameters: {
            query?: {
                /** @description Default: 30 days ago */
                from?: string;
                /** @description Only this schedule; it may be a deleted one */
                schedule_id?: string;
                /** @description Only schedules that are linked to this team now; a deleted one is linked to none */
                team_id?: string;
                /** @description Default: 60 days after from; at most 366 days after it */
                to?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Hours on call as CSV */
            200: {
                headers: {
                    "content-disposition": components["headers"]["content-disposition"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `answer_too_large`: The answer would have more than 10,000,000 bytes.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listSchedules: {
        parameters: {
            query?: {
                /** @description The whole external id */
                external_id?: string;
                /** @description The whole name, in the same case */
                name?: string;
                page?: number;
                per_page?: number;
                /** @description Part of the name */
                query?: string;
                /** @description Id of a team, as in the list of teams: only its schedules */
                team_id?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All schedules */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SchedulesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["AnswerTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Platform",
                 *       "time_zone": "Europe/Berlin",
                 *       "layers": [
                 *         {
                 *           "name": "Rotation",
                 *           "rotation_start": "2026-01-05T09:00:00Z",
                 *           "concurrent_oncall_users": 1,
                 *           "shift_length": {
                 *             "amount": 1,
                 *             "unit": "weeks"
                 *           },
                 *           "user_references": [
                 *             {
                 *               "type": "email",
                 *               "value": "owner@example.com"
                 *             }
                 *           ]
                 *         }
                 *       ],
                 *       "team_ids": []
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleCreation"];
            };
        };
        responses: {
            /** @description Create a schedule */
            201: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `duplicate_external_id`: Something else has this external_id already.
             *     - `too_many_turns`: The schedules that you created have too many turns.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A schedule */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Everything that pages at night"
                 *     }
                 */
                "application/json": components["schemas"]["ScheduleUpdate"];
            };
        };
        responses: {
            /** @description Change a schedule */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `duplicate_external_id`: Something else has this external_id already.
             *     - `revision_not_planned`: The revision is not planned.
             *     - `schedule_broken`: The shifts of the schedule cannot be computed.
             *     - `too_many_turns`: The schedules that you created have too many turns.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listLinkedChatChannels: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The linked channels of a schedule */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkedChannelsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    linkChatChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                channel_id: string;
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrChatNotConnected"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["ChatUnavailable"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    unlinkChatChannel: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                channel_id: string;
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getChatUserGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The chat user group of a schedule, and the state of its sync */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FollowedUserGroupAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    attachChatUserGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description Attach a group only if the schedule has none; otherwise 412. */
                "if-none-match"?: "*";
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserGroupCreation"];
            };
        };
        responses: {
            /** @description Attach a chat user group to a schedule, or rename the attached one */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserGroupAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `chat_group_only_available_for_paid_teams`: User groups need a paid plan in the chat.
             *     - `chat_not_connected`: No chat is connected.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            502: components["responses"]["ChatUnavailable"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    detachChatUserGroup: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOverrides: {
        parameters: {
            query?: {
                /** @description Default: now */
                from?: string;
                page?: number;
                per_page?: number;
                /** @description Default: 30 days after from; at most 366 days after it */
                to?: string;
                /** @description All that are not over, however far ahead; not together with from and to */
                unfinished?: boolean;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The overrides of a schedule in an interval */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverridesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createOverride: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start": "2099-01-05T09:00:00Z",
                 *       "end": "2099-01-12T09:00:00Z",
                 *       "user_references": [
                 *         {
                 *           "type": "email",
                 *           "value": "owner@example.com"
                 *         }
                 *       ],
                 *       "reason": "Standing in"
                 *     }
                 */
                "application/json": components["schemas"]["OverrideCreation"];
            };
        };
        responses: {
            /** @description Create an override */
            201: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverrideAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrIdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getOverride: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                override_id: string;
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description An override */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverrideAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteOverride: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                override_id: string;
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["OverrideAlreadyFinished"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateOverride: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                override_id: string;
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Swapped"
                 *     }
                 */
                "application/json": components["schemas"]["OverrideUpdate"];
            };
        };
        responses: {
            /** @description Change an override; the past part of a running one stays */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverrideAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `override_already_finished`: The override has finished and cannot be changed or deleted.
             *     - `schedule_broken`: The shifts of the schedule cannot be computed.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listRevisions: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The revisions of a schedule */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RevisionsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["AnswerTooLarge"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    cancelRevision: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                /** @description Number of the revision */
                revision: string;
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `revision_not_planned`: The revision is not planned.
             *     - `schedule_broken`: The shifts of the schedule cannot be computed.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listShifts: {
        parameters: {
            query?: {
                /** @description Clip shifts to from and to */
                clip_to_interval?: boolean;
                /** @description Default: now */
                from?: string;
                page?: number;
                per_page?: number;
                /** @description Default: 30 days after from; at most 366 days after it */
                to?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                schedule_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The shifts of a schedule in an interval */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ShiftsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `schedule_broken`: The shifts of the schedule cannot be computed.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getFileSchema: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A JSON schema */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JsonSchema"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    searchOrganization: {
        parameters: {
            query?: {
                /** @description Maximum number of results of each kind */
                per_kind?: number;
                /** @description Part of a name, or of the email of a user, case-insensitive. Without it, nothing is found */
                query?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Users, teams and schedules by a part of their name */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The current session, and the available ways to sign in */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CurrentSessionAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    signInWithPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["RequiredPageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Credentials"];
            };
        };
        responses: {
            /** @description Sign in with a password */
            201: {
                headers: {
                    "set-cookie": components["headers"]["set-cookie"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["RequiredPageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "set-cookie": components["headers"]["set-cookie"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    inspectSignInLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["RequiredPageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkToken"];
            };
        };
        responses: {
            /** @description The user of a sign-in link */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLinkLookAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    requestPasswordReset: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["RequiredPageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordRequest"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    redeemSignInLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["RequiredPageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInLinkUse"];
            };
        };
        responses: {
            /** @description Set a password with a sign-in link, and sign in; all other sessions of the user end. Where passwords are off, it signs in alone */
            201: {
                headers: {
                    "set-cookie": components["headers"]["set-cookie"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listTeams: {
        parameters: {
            query?: {
                /** @description The whole external id */
                external_id?: string;
                /** @description Only teams of the caller */
                mine?: boolean;
                /** @description The whole name, in the same case */
                name?: string;
                page?: number;
                per_page?: number;
                /** @description Part of the name, case-insensitive */
                query?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All teams */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Platform",
                 *       "description": "Runs the servers"
                 *     }
                 */
                "application/json": components["schemas"]["TeamCreation"];
            };
        };
        responses: {
            /** @description Create a team */
            201: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `duplicate_team_name`: A team with this name already exists.
             *     - `duplicate_external_id`: Something else has this external_id already.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A team */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateTeam: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                team_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Runs the servers and the network"
                 *     }
                 */
                "application/json": components["schemas"]["TeamUpdate"];
            };
        };
        responses: {
            /** @description Change a team */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["DuplicateTeamNameOrDuplicateExternalId"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listTeamMembers: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                team_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The members of a team */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    addTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                team_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    removeTeamMember: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                team_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listTimelines: {
        parameters: {
            query?: {
                /** @description Default: now */
                from?: string;
                /** @description Only schedules with the caller in the rotation or an override, from `from` on */
                mine?: boolean;
                page?: number;
                per_page?: number;
                /** @description Part of the name */
                query?: string;
                /** @description Id of a team, as in the list of teams: only its schedules */
                team_id?: string;
                /** @description Default: 7 days after from; at most 31 days after it */
                to?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Who is on call over an interval, schedule by schedule */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimelinesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `answer_too_large`: The answer would have more than 10,000,000 bytes.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listUserHolidays: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public holidays of users that differ from the organization’s */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HolidaysOfUsersAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getOwnUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The user of the API key */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateOwnUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OwnUserUpdate"];
            };
        };
        responses: {
            /** @description Change your own name or time zone */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOwnApiKeys: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your API keys that are not revoked */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeysAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createOwnApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["RequiredPageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ApiKeyCreation"];
            };
        };
        responses: {
            /** @description Create an API key; needs a session, not an API key */
            201: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKeyAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    revokeOwnApiKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                api_key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOwnCalendarFeeds: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The calendar feeds of the user, with their secret addresses */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarFeedsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createOwnCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CalendarFeedCreation"];
            };
        };
        responses: {
            /** @description Create a secret address that a calendar can subscribe to */
            201: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CalendarFeedAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteOwnCalendarFeed: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                calendar_feed_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createOwnCoverageRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start": "2099-01-05T09:00:00Z",
                 *       "end": "2099-01-12T09:00:00Z",
                 *       "reason": "Dentist"
                 *     }
                 */
                "application/json": components["schemas"]["CoverageRequestCreation"];
            };
        };
        responses: {
            /** @description Ask others to cover your shifts in an interval */
            201: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageRequestAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `too_many_shifts_in_coverage_request`: The coverage request has more than 500 shifts.
             *     - `schedule_broken`: The shifts of the schedule cannot be computed.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOwnCoverageRequests: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The coverage requests of the user of the API key, oldest first */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CoverageRequestsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["AnswerTooLargeOrTooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    cancelOwnCoverageRequest: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                coverage_request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["CoverageRequestNotPending"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getOwnNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description How notifications reach the user that owns the API key */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateOwnNotificationSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NotificationSettingsUpdate"];
            };
        };
        responses: {
            /** @description Choose how notifications reach the user that owns the API key */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["NotificationSettings"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    changeOwnPassword: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["RequiredPageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PasswordChange"];
            };
        };
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOwnPermissions: {
        parameters: {
            query?: {
                /** @description The schedule for `change schedule` */
                schedule_id?: string;
                /** @description The team for `change team` */
                team_id?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Permissions of the caller */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PermissionsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOwnSessions: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your sessions */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    endOwnSessions: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getOwnSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The settings of the user of the API key */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSettingsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateOwnSettings: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserSettingsUpdate"];
            };
        };
        responses: {
            /** @description Change the settings of the user of the API key */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSettingsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOwnShifts: {
        parameters: {
            query?: {
                /** @description Clip shifts to from and to */
                clip_to_interval?: boolean;
                /** @description Default: now */
                from?: string;
                page?: number;
                per_page?: number;
                /** @description Default: 30 days after from; at most 366 days after it */
                to?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The on-call shifts of the user of the API key */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserShiftsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["UnprocessableEntityOrTooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listOwnTimeOff: {
        parameters: {
            query?: {
                /** @description Only what ends after this. Default: now */
                from?: string;
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Your time off, by start */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["AnswerTooLargeOrTooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createOwnTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start": "2099-01-05T09:00:00Z",
                 *       "end": "2099-01-12T09:00:00Z",
                 *       "reason": "Vacation"
                 *     }
                 */
                "application/json": components["schemas"]["TimeOffCreation"];
            };
        };
        responses: {
            /** @description Take time off */
            201: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getOwnTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                time_off_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One of your entries of time off */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["TooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteOwnTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                time_off_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateOwnTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                time_off_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Parental leave"
                 *     }
                 */
                "application/json": components["schemas"]["TimeOffUpdate"];
            };
        };
        responses: {
            /** @description Change your time off */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrTooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    importOwnTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TimeOffImport"];
            };
        };
        responses: {
            /** @description Take time off as in a calendar file */
            200: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffImportAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listUsers: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
                /** @description Part of the name or of the email, case-insensitive */
                query?: string;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description All users */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsersAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserCreation"];
            };
        };
        responses: {
            /** @description Create a user */
            201: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrIdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A user */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserUpdate"];
            };
        };
        responses: {
            /** @description Change a user */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    previewDeactivation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Preview of the deactivation of a user */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeactivationAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    eraseUser: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrIdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getUserHolidays: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The public holidays of a user, if they differ from the organization’s */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserHolidays"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateUserHolidays: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserHolidaysUpdate"];
            };
        };
        responses: {
            /** @description Set the public holidays of a user */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserHolidays"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listIdentities: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Single sign-on identities of a user: accepted and refused */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["IdentitiesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    unlinkIdentity: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                identity_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    sendInvitation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrIdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getUserOnCall: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description When and in which schedules a user is on call */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOnCallAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["TooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createSignInLink: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["RequiredPageHeader"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Create a link to set a password; earlier links of the user stop working */
            201: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInLinkAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listUserTimeOff: {
        parameters: {
            query?: {
                /** @description Only what ends after this. Default: now */
                from?: string;
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The time off of a user, by start */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffsAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["AnswerTooLargeOrTooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createUserTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "start": "2099-01-05T09:00:00Z",
                 *       "end": "2099-01-12T09:00:00Z",
                 *       "reason": "Vacation"
                 *     }
                 */
                "application/json": components["schemas"]["TimeOffCreation"];
            };
        };
        responses: {
            /** @description Enter time off of a user */
            201: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getUserTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                time_off_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One entry of the time off of a user */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            422: components["responses"]["TooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteUserTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                time_off_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateUserTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                time_off_id: string;
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "reason": "Parental leave"
                 *     }
                 */
                "application/json": components["schemas"]["TimeOffUpdate"];
            };
        };
        responses: {
            /** @description Change time off of a user */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrTooMuchWork"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    importUserTimeOff: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                user_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TimeOffImport"];
            };
        };
        responses: {
            /** @description Enter time off of a user as in a calendar file */
            200: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TimeOffImportAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description - `unprocessable_entity`: The request cannot be processed.
             *     - `idempotency_key_reused`: This idempotency key was used for another request: use a new key for each request.
             *     - `too_much_work`: The request is about too many shifts or people.
             */
            422: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ErrorAnswer"];
                };
            };
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createUsers: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserBatch"];
            };
        };
        responses: {
            /** @description Create many users */
            200: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserBatchAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The webhooks of the organization; for admins */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhooksAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "url": "https://hooks.example.com/watchbill",
                 *       "events": [
                 *         "oncall.changed"
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["WebhookCreation"];
            };
        };
        responses: {
            /** @description Create a webhook; for admins */
            201: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrDuplicateExternalId"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A webhook; for admins */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made. */
                "if-match"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "description": "Wakes the bot"
                 *     }
                 */
                "application/json": components["schemas"]["WebhookUpdate"];
            };
        };
        responses: {
            /** @description Change, disable or enable a webhook; for admins */
            200: {
                headers: {
                    etag: components["headers"]["etag"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            412: components["responses"]["PreconditionFailed"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrDuplicateExternalId"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                page?: number;
                per_page?: number;
            };
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Deliveries to a webhook, newest first; for admins */
            200: {
                headers: {
                    link: components["headers"]["link"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveriesAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    redeliverWebhookDelivery: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                delivery_id: string;
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done; no body */
            204: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntityOrIdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Replace the secret of a webhook; for admins */
            200: {
                headers: {
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookSecretAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["UnprocessableEntity"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again. */
                "idempotency-key"?: string;
                /** @description The version of the API to use; if absent, the latest. */
                "x-api-version"?: components["parameters"]["ApiVersion"];
                /** @description Needed with a session, not with an API key: proves that a page of the service sent the request. Browsers add the header `Origin`, which must be the address of the service, or `Sec-Fetch-Site: same-origin`. */
                "x-watchbill-request"?: components["parameters"]["PageHeader"];
            };
            path: {
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Send a test to a webhook; for admins */
            202: {
                headers: {
                    "idempotency-replayed": components["headers"]["idempotency-replayed"];
                    "x-api-version": components["headers"]["x-api-version"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestAnswer"];
                };
            };
            400: components["responses"]["BadRequest"];
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["Forbidden"];
            404: components["responses"]["NotFound"];
            408: components["responses"]["RequestTimeout"];
            409: components["responses"]["IdempotencyKeyInUse"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            422: components["responses"]["IdempotencyKeyReused"];
            429: components["responses"]["TooManyRequests"];
            500: components["responses"]["InternalServerError"];
            503: components["responses"]["ServiceUnavailable"];
            default: components["responses"]["Error"];
        };
    };
    onCoverageRequestAccepted: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoverageRequestAcceptedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCoverageRequestCanceled: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoverageRequestCanceledEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCoverageRequestCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoverageRequestCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCoverageRequestExpired: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoverageRequestExpiredEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCoverageRequestReopened: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CoverageRequestReopenedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onGapAhead: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GapAheadEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOncallChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OncallChangedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOverrideChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OverrideChangedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOverrideCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OverrideCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onOverrideDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OverrideDeletedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleChanged: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleChangedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleCreated: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleCreatedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onScheduleDeleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleDeletedEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /** @description The same for every attempt: skip ids that you have seen */
                "webhook-id": string;
                /** @description Signatures as the Standard Webhooks specification says, with spaces between them */
                "webhook-signature": string;
                /** @description When it was sent, in seconds since 1970 */
                "webhook-timestamp": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTestEvent"];
            };
        };
        responses: {
            /** @description Received. It has to come within 15 seconds */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Disables the webhook */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A failure: the event is sent again, for three days */
            default: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
