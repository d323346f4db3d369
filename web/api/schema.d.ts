// Generated from docs/openapi.json by "npm run fix".
export interface paths {
    "/api_keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** All API keys of the organization that are not revoked, by user; for admins */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_keys: components["schemas"]["OwnedApiKey"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Revoke any API key of the organization, at once; only owners revoke keys of owners */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
            parameters: {
                query?: {
                    /** @description A trailing * matches all actions with this prefix */
                    action?: string;
                    actor_id?: string;
                    /** @example 2026-01-05T09:00:00Z */
                    from?: string;
                    page?: number;
                    per_page?: number;
                    target_id?: string;
                    /** @example 2026-01-05T09:00:00Z */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            audit_log: components["schemas"]["AuditEntry"][];
                            meta: components["schemas"]["PaginationMeta"];
                            /** @description Current names of the users, teams and schedules whose ids are in the entries */
                            names: {
                                [key: string]: string;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** When users are away: time off and public holidays */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
                    from?: string;
                    /**
                     * @description Default: 31 days after from; at most 366 days after it
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description One for each user that was asked for */
                            away: components["schemas"]["Away"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The shifts of a feed as an iCalendar file; no key needed */
        get: {
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The connected chat */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            chat: components["schemas"]["Chat"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** All channels of the chat */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            channels: components["schemas"]["ChatChannel"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Channels of the built-in chat */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            channels: components["schemas"]["ChatChannel"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** User groups of the built-in chat */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            groups: components["schemas"]["LocalChatGroup"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Messages of the built-in chat */
        get: {
            parameters: {
                query?: {
                    /** @description Or the chat id of a person */
                    channel_id?: string;
                    /** @description Which messages come first */
                    order?: "oldest" | "newest";
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            messages: components["schemas"]["LocalChatMessage"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            people: components["schemas"]["ChatPerson"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Test the connection to the chat, and post a short message to a channel */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Channel for a short test message; absent: none is posted */
                        channel_id?: string;
                    };
                };
            };
            responses: {
                /** @description Test the connection to the chat, and post a short message to a channel */
                200: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            chat_test: components["schemas"]["ChatTest"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The chat user groups of all schedules */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            /** @description An entry for each schedule that has a user group. Schedules that share a group follow each other */
                            user_groups: components["schemas"]["UserGroupOfSchedule"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Who could cover the shifts of a request, or of a user in an interval, the best first */
        get: {
            parameters: {
                query?: {
                    /** @description For what remains of this request */
                    coverage_request_id?: string;
                    /**
                     * @description to here. Default: 30 days after start; at most 366
                     * @example 2026-01-05T09:00:00Z
                     */
                    end?: string;
                    /** @description In these schedules: ids with commas between them. Default: all of theirs */
                    schedule_ids?: string;
                    /**
                     * @description For shifts from here. Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description The best first; up to 200 */
                            coverage_candidates: components["schemas"]["CoverageCandidate"][];
                            /** @description What is to be covered */
                            shifts: components["schemas"]["CoverageShift"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Ask others to cover the shifts of a user, if you may change all the schedules concerned */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Who is told and may accept. Default: everyone with a member seat */
                        asked_user_ids?: string[];
                        /**
                         * Format: date-time
                         * @description After start and in the future; at most 366 days after start
                         * @example 2026-01-05T09:00:00Z
                         */
                        end: string;
                        /** Format: harmless-text */
                        reason: string;
                        /** @description Default: all your schedules */
                        schedule_ids?: string[];
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        start: string;
                        /** @description Whose shifts are to be covered */
                        user_id: string;
                    };
                };
            };
            responses: {
                /** @description Ask others to cover the shifts of a user, if you may change all the schedules concerned */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            coverage_request: components["schemas"]["CoverageRequest"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** All coverage requests, oldest first */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    per_page?: number;
                    status?: "pending" | "accepted" | "canceled" | "expired";
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            coverage_requests: components["schemas"]["CoverageRequest"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** A coverage request */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            coverage_request: components["schemas"]["CoverageRequest"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Accept a coverage request: you take over its shifts, or some of them */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    coverage_request_id: string;
                };
                cookie?: never;
            };
            requestBody?: {
                content: {
                    "application/json": {
                        /** @description Any parts of `remaining_shifts`. Default: all that remains */
                        shifts?: {
                            /**
                             * Format: date-time
                             * @example 2026-01-05T09:00:00Z
                             */
                            end: string;
                            schedule_id: string;
                            /**
                             * Format: date-time
                             * @description When it is past, now
                             * @example 2026-01-05T09:00:00Z
                             */
                            start: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Accept a coverage request: you take over its shifts, or some of them */
                200: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            coverage_request: components["schemas"]["CoverageRequest"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Say that you cannot cover: the requester is told once */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
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
                /** @description Say that you cannot cover: the requester is told once */
                200: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            coverage_request: components["schemas"]["CoverageRequest"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            users: components["schemas"]["DeactivatedUser"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
            parameters: {
                query?: {
                    page?: number;
                    per_page?: number;
                    status?: "pending" | "sent" | "failed";
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            deliveries: components["schemas"]["Delivery"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Retry a failed delivery */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "text/event-stream": string;
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Liveness: the process runs */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "ok";
                            /**
                             * @description The version of Watchbill that runs
                             * @example 1.0.0-rc.1
                             */
                            version: string;
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Countries, or regions of one, with public holidays */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            holiday_calendars: components["schemas"]["HolidayRegion"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            notices: components["schemas"]["Notice"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Who is on call in every schedule at an instant */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            oncall: components["schemas"]["OnCall"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** This document */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The organization of the user */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            organization: components["schemas"]["Organization"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the organization */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: single-line */
                        name?: string;
                        /** @enum {string} */
                        setup?: "checklist" | "done";
                        /**
                         * Format: time-zone
                         * @example Europe/Berlin
                         */
                        time_zone?: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            organization: components["schemas"]["Organization"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/organization/calendar_rules/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Rules for nights, weekends and public holidays in reports */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            calendar_rules: components["schemas"]["CalendarRules"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Change the rules for nights, weekends and public holidays
         * @description For admins. Earlier rules are kept, so reports about earlier time do not change.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description null: no public holidays */
                        holidays?: components["schemas"]["HolidayCalendar"] | null;
                        /** @description In the time zone of each person. Equal times: no night */
                        night?: {
                            /**
                             * Format: time-of-day
                             * @description HH:MM
                             */
                            from: string;
                            /**
                             * Format: time-of-day
                             * @description HH:MM
                             */
                            to: string;
                        };
                        /**
                         * Format: date-time
                         * @description When the change takes effect; not in the future. Default: now. The first holidays of the organization also apply to all time before
                         * @example 2026-01-05T09:00:00Z
                         */
                        valid_from?: string;
                        /** @description The days of the weekend */
                        weekend_days?: ("sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday")[];
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            calendar_rules: components["schemas"]["CalendarRules"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Readiness: the database accepts writes, the clocks agree, and the process is not shutting down */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @constant */
                            status: "ok";
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Default: 30 days ago
                     * @example 2026-01-05T09:00:00Z
                     */
                    from?: string;
                    /** @description Only this schedule; it may be a deleted one */
                    schedule_id?: string;
                    /** @description Only schedules that are linked to this team now; a deleted one is linked to none */
                    team_id?: string;
                    /**
                     * @description Default: 60 days after from; at most 366 days after it
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            hours: components["schemas"]["HoursReport"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Default: 30 days ago
                     * @example 2026-01-05T09:00:00Z
                     */
                    from?: string;
                    /** @description Only this schedule; it may be a deleted one */
                    schedule_id?: string;
                    /** @description Only schedules that are linked to this team now; a deleted one is linked to none */
                    team_id?: string;
                    /**
                     * @description Default: 60 days after from; at most 366 days after it
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "text/csv": string;
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** All schedules */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            schedules: components["schemas"]["Schedule"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /** Create a schedule */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: harmless-text */
                        description?: string;
                        /**
                         * Format: external-id
                         * @example platform-primary
                         */
                        external_id?: string;
                        layers: {
                            concurrent_oncall_users: number;
                            /**
                             * @description Which days the length of a turn counts: all days (the default, which responses omit), or only days on which a restriction interval opens. `open` needs a shift_length in days and at least one restriction interval.
                             * @enum {string}
                             */
                            counted_days?: "all" | "open";
                            /** Format: single-line */
                            name: string;
                            restriction_intervals?: {
                                /** @enum {string} */
                                day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                                /**
                                 * Format: time-of-day
                                 * @example 09:00
                                 */
                                from: string;
                                /**
                                 * Format: end-time-of-day
                                 * @example 17:00
                                 * @example 24:00
                                 */
                                to: string;
                            }[];
                            /**
                             * Format: date-time
                             * @example 2026-01-05T09:00:00Z
                             */
                            rotation_start: string;
                            shift_length: {
                                amount: number;
                                /** @enum {string} */
                                unit: "hours" | "days" | "weeks";
                            };
                            user_references: {
                                /** @enum {string} */
                                type: "email" | "chat_user_id" | "internal_user_id";
                                value: string;
                            }[];
                        }[];
                        /**
                         * Format: external-id
                         * @example northwind
                         */
                        managed_by?: string;
                        /** Format: single-line */
                        name: string;
                        /** @description Only with layers: all layers that are planned after it, in the order of their rotation_start. Each takes over at its rotation_start, and they take the place of everything that is planned. Absent: what is planned stays. */
                        planned_layers?: {
                            concurrent_oncall_users: number;
                            /**
                             * @description Which days the length of a turn counts: all days (the default, which responses omit), or only days on which a restriction interval opens. `open` needs a shift_length in days and at least one restriction interval.
                             * @enum {string}
                             */
                            counted_days?: "all" | "open";
                            /** Format: single-line */
                            name: string;
                            restriction_intervals?: {
                                /** @enum {string} */
                                day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                                /**
                                 * Format: time-of-day
                                 * @example 09:00
                                 */
                                from: string;
                                /**
                                 * Format: end-time-of-day
                                 * @example 17:00
                                 * @example 24:00
                                 */
                                to: string;
                            }[];
                            /**
                             * Format: date-time
                             * @example 2026-01-05T09:00:00Z
                             */
                            rotation_start: string;
                            shift_length: {
                                amount: number;
                                /** @enum {string} */
                                unit: "hours" | "days" | "weeks";
                            };
                            user_references: {
                                /** @enum {string} */
                                type: "email" | "chat_user_id" | "internal_user_id";
                                value: string;
                            }[];
                        }[];
                        team_ids: string[];
                        /**
                         * Format: time-zone
                         * @example Europe/Berlin
                         */
                        time_zone: string;
                    };
                };
            };
            responses: {
                /** @description Create a schedule */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            schedule: components["schemas"]["Schedule"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** A schedule */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            schedule: components["schemas"]["Schedule"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        /** Delete a schedule */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        options?: never;
        head?: never;
        /** Change a schedule */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    schedule_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: harmless-text */
                        description?: string;
                        /** @description null: none */
                        external_id?: string | null;
                        layers?: {
                            concurrent_oncall_users: number;
                            /**
                             * @description Which days the length of a turn counts: all days (the default, which responses omit), or only days on which a restriction interval opens. `open` needs a shift_length in days and at least one restriction interval.
                             * @enum {string}
                             */
                            counted_days?: "all" | "open";
                            /** Format: single-line */
                            name: string;
                            restriction_intervals?: {
                                /** @enum {string} */
                                day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                                /**
                                 * Format: time-of-day
                                 * @example 09:00
                                 */
                                from: string;
                                /**
                                 * Format: end-time-of-day
                                 * @example 17:00
                                 * @example 24:00
                                 */
                                to: string;
                            }[];
                            /**
                             * Format: date-time
                             * @example 2026-01-05T09:00:00Z
                             */
                            rotation_start: string;
                            shift_length: {
                                amount: number;
                                /** @enum {string} */
                                unit: "hours" | "days" | "weeks";
                            };
                            user_references: {
                                /** @enum {string} */
                                type: "email" | "chat_user_id" | "internal_user_id";
                                value: string;
                            }[];
                        }[];
                        /** @description null: none */
                        managed_by?: string | null;
                        /** Format: single-line */
                        name?: string;
                        /** @description Only with layers: all layers that are planned after it, in the order of their rotation_start. Each takes over at its rotation_start, and they take the place of everything that is planned. Absent: what is planned stays. */
                        planned_layers?: {
                            concurrent_oncall_users: number;
                            /**
                             * @description Which days the length of a turn counts: all days (the default, which responses omit), or only days on which a restriction interval opens. `open` needs a shift_length in days and at least one restriction interval.
                             * @enum {string}
                             */
                            counted_days?: "all" | "open";
                            /** Format: single-line */
                            name: string;
                            restriction_intervals?: {
                                /** @enum {string} */
                                day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                                /**
                                 * Format: time-of-day
                                 * @example 09:00
                                 */
                                from: string;
                                /**
                                 * Format: end-time-of-day
                                 * @example 17:00
                                 * @example 24:00
                                 */
                                to: string;
                            }[];
                            /**
                             * Format: date-time
                             * @example 2026-01-05T09:00:00Z
                             */
                            rotation_start: string;
                            shift_length: {
                                amount: number;
                                /** @enum {string} */
                                unit: "hours" | "days" | "weeks";
                            };
                            user_references: {
                                /** @enum {string} */
                                type: "email" | "chat_user_id" | "internal_user_id";
                                value: string;
                            }[];
                        }[];
                        /** @description Only with layers: the planned revision that the layer replaces; all other planned revisions stay. Without it, a layer with a rotation_start in the future is planned and replaces what is planned for after its start; any other replaces the layer in force, and what is planned stays. */
                        replaces_revision?: number;
                        team_ids?: string[];
                        /**
                         * @deprecated
                         * @description Cannot be changed: any value is refused
                         */
                        time_zone?: unknown;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            schedule: components["schemas"]["Schedule"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/schedules/{schedule_id}/chat_channels/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The linked channels of a schedule */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            channels: components["schemas"]["LinkedChannel"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Link a public channel to a schedule: it then gets the notifications */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
        post?: never;
        /** Unlink a channel from a schedule */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The chat user group of a schedule, and the state of its sync */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user_group: components["schemas"]["FollowedUserGroup"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        /**
         * Attach a chat user group to a schedule, or rename the attached one
         * @description The members of the group are the people on call. An existing group with this handle is taken over. Needs a paid plan in the chat.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description Attach a group only if the schedule has none; otherwise 412. */
                    "if-none-match"?: "*";
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    schedule_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: chat-handle
                         * @description Lower case letters, digits, -, _ and .
                         * @example payments-oncall
                         */
                        handle: string;
                        /** Format: single-line */
                        name: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user_group: components["schemas"]["UserGroup"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        post?: never;
        /** Detach the chat user group of a schedule; it is then disabled in the chat */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The overrides of a schedule in an interval */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
                    from?: string;
                    page?: number;
                    per_page?: number;
                    /**
                     * @description Default: 30 days after from; at most 366 days after it
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            overrides: components["schemas"]["ScheduleOverride"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /** Create an override */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    schedule_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
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
                         * @example 2026-01-05T09:00:00Z
                         */
                        start: string;
                        user_references: {
                            /** @enum {string} */
                            type: "email" | "chat_user_id" | "internal_user_id";
                            value: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Create an override */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            override: components["schemas"]["ScheduleOverride"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** An override */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            override: components["schemas"]["ScheduleOverride"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        /** Delete an override; a running one ends now */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Change an override; the past part of a running one stays
         * @description Absent fields are not changed. The override keeps its id, and its rank among overlapping overrides. A start in the past becomes now; a running override that keeps its users keeps its start too.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    override_id: string;
                    schedule_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        end?: string;
                        /**
                         * Format: harmless-text
                         * @description Empty: no reason
                         */
                        reason?: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        start?: string;
                        user_references?: {
                            /** @enum {string} */
                            type: "email" | "chat_user_id" | "internal_user_id";
                            value: string;
                        }[];
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            override: components["schemas"]["ScheduleOverride"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/schedules/{schedule_id}/revisions/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The revisions of a schedule */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            revisions: components["schemas"]["ScheduleRevision"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Cancel a planned revision: the layer before it stays in force */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The shifts of a schedule in an interval */
        get: {
            parameters: {
                query?: {
                    /** @description Clip shifts to from and to */
                    clip_to_interval?: boolean;
                    /**
                     * @description Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
                    from?: string;
                    page?: number;
                    per_page?: number;
                    /**
                     * @description Default: 30 days after from; at most 366 days after it
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            shifts: components["schemas"]["ScheduleShift"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The JSON schema of the file that `watchbill export` writes and `watchbill apply` reads */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            [key: string]: unknown;
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Users, teams and schedules by a part of their name */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            found: components["schemas"]["Found"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The current session, and the available ways to sign in */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            session: components["schemas"]["CurrentSession"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /** Sign in with a password */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: known-email */
                        email: string;
                        password: string;
                    };
                };
            };
            responses: {
                /** @description Sign in with a password */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user: components["schemas"]["User"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        /** Sign out in this browser */
        delete: {
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The user of a sign-in link */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The part of the link after the # */
                        token: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            sign_in_link: components["schemas"]["SignInLinkLook"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: known-email */
                        email: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Set a password with a sign-in link, and sign in; all other sessions of the user end. Where passwords are off, it signs in alone */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
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
                };
            };
            responses: {
                /** @description Set a password with a sign-in link, and sign in; all other sessions of the user end. Where passwords are off, it signs in alone */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user: components["schemas"]["User"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** All teams */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            teams: components["schemas"]["Team"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /** Create a team */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
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
                };
            };
            responses: {
                /** @description Create a team */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            team: components["schemas"]["Team"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** A team */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            team: components["schemas"]["Team"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        /** Delete a team; its schedules stay */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        options?: never;
        head?: never;
        /** Change a team */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    team_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: harmless-text */
                        description?: string;
                        /** @description null: none */
                        external_id?: string | null;
                        /** @description null: none */
                        managed_by?: string | null;
                        /** Format: single-line */
                        name?: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            team: components["schemas"]["Team"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/teams/{team_id}/members/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The members of a team */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            users: components["schemas"]["User"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Add a user to a team */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
        post?: never;
        /** Remove a user from a team */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Who is on call over an interval, schedule by schedule */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
                    from?: string;
                    /** @description Only schedules with the caller in the rotation or an override, from `from` on */
                    mine?: boolean;
                    page?: number;
                    per_page?: number;
                    /** @description Part of the name */
                    query?: string;
                    /** @description Id of a team, as in the list of teams: only its schedules */
                    team_id?: string;
                    /**
                     * @description Default: 7 days after from; at most 31 days after it
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            timelines: components["schemas"]["ScheduleTimeline"][];
                            /** @description Each person who is on call in one of the shifts, once */
                            users: components["schemas"]["User"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The user of the API key */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user: components["schemas"]["User"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change your own name or time zone */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: single-line */
                        name?: string;
                        /** @description null: use the organization’s */
                        time_zone?: string | null;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user: components["schemas"]["User"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/user/api_keys/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Your API keys that are not revoked */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_keys: components["schemas"]["ApiKey"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /** Create an API key; needs a session, not an API key */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        expires_at?: string;
                        /** Format: single-line */
                        name: string;
                        /** @description Default: false */
                        read_only?: boolean;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            api_key: components["schemas"]["CreatedApiKey"];
                        };
                    };
                };
                /** @description Always, for a caller with an API key: keys are created in the web application or on the command line */
                403: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Revoke an API key of the user, at once */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The calendar feeds of the user, with their secret addresses */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            calendar_feeds: components["schemas"]["CalendarFeed"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /** Create a secret address that a calendar can subscribe to */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * @description `mine`: the owner’s shifts in all schedules. `schedule`: all shifts of a schedule. `team`: all shifts of the schedules of a team
                         * @enum {string}
                         */
                        kind: "mine" | "schedule" | "team";
                        /** @description Only for the kind `schedule` */
                        schedule_id?: string;
                        /** @description Only for the kind `team` */
                        team_id?: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            calendar_feed: components["schemas"]["CalendarFeed"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Delete a calendar feed of the user: its address stops working at once */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Ask others to cover your shifts in an interval */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Who is told and may accept. Default: everyone with a member seat */
                        asked_user_ids?: string[];
                        /**
                         * Format: date-time
                         * @description After start and in the future; at most 366 days after start
                         * @example 2026-01-05T09:00:00Z
                         */
                        end: string;
                        /** Format: harmless-text */
                        reason: string;
                        /** @description Default: all your schedules */
                        schedule_ids?: string[];
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        start: string;
                    };
                };
            };
            responses: {
                /** @description Ask others to cover your shifts in an interval */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            coverage_request: components["schemas"]["CoverageRequest"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The coverage requests of the user of the API key, oldest first */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            coverage_requests: components["schemas"]["CoverageRequest"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Cancel your own pending coverage request */
        delete: {
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** How notifications reach the user that owns the API key */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NotificationSettings"];
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Choose how notifications reach the user that owns the API key */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        notifications: components["schemas"]["NotificationsUpdate"];
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["NotificationSettings"];
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Set or change your own password; all your other sessions end */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        current_password?: string;
                        /** @description At least 12 characters; neither the email nor a common password */
                        password: string;
                        /** @description Whether to revoke all API keys of the user too. Default: false */
                        revoke_api_keys?: boolean;
                    };
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            actions: ("create team" | "change team" | "create schedule" | "change schedule" | "cover" | "change users" | "change owners" | "change organization" | "read audit log" | "handle deliveries" | "read hours" | "change webhooks")[];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Your sessions */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            sessions: components["schemas"]["Session"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        /** Sign out everywhere, including this browser */
        delete: {
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The settings of the user of the API key */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            settings: components["schemas"]["UserSettings"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Change the settings of the user of the API key */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        settings: {
                            /** @description Elements to add to the lists. All others stay as they are */
                            add?: {
                                /** @description What mentions the user in a channel. put_on_call: their duty begins, at a handoff or because somebody puts them on call. taken_off_call: someone takes them off call. shift_ended: their shift ends as planned, at a handoff to others. shift_moved: their next shift starts at another time */
                                chat_mentions?: ("put_on_call" | "taken_off_call" | "shift_ended" | "shift_moved")[];
                                /** @description Hours before a shift at which the user gets a direct message about it; empty: no reminders */
                                reminder_hours?: (24 | 1)[];
                            };
                            /** @description What mentions the user in a channel. put_on_call: their duty begins, at a handoff or because somebody puts them on call. taken_off_call: someone takes them off call. shift_ended: their shift ends as planned, at a handoff to others. shift_moved: their next shift starts at another time */
                            chat_mentions?: ("put_on_call" | "taken_off_call" | "shift_ended" | "shift_moved")[];
                            /** @description null: follow the browser. An absent field is not changed */
                            display?: {
                                date_format?: ("day_month" | "month_day" | "iso") | null;
                                time_format?: ("24_hours" | "12_hours") | null;
                                week_start?: ("monday" | "saturday" | "sunday") | null;
                            };
                            /** @description Hours before a shift at which the user gets a direct message about it; empty: no reminders */
                            reminder_hours?: (24 | 1)[];
                            /** @description Elements to remove from the lists, after those of add were added. All others stay as they are */
                            remove?: {
                                /** @description What mentions the user in a channel. put_on_call: their duty begins, at a handoff or because somebody puts them on call. taken_off_call: someone takes them off call. shift_ended: their shift ends as planned, at a handoff to others. shift_moved: their next shift starts at another time */
                                chat_mentions?: ("put_on_call" | "taken_off_call" | "shift_ended" | "shift_moved")[];
                                /** @description Hours before a shift at which the user gets a direct message about it; empty: no reminders */
                                reminder_hours?: (24 | 1)[];
                            };
                        };
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            settings: components["schemas"]["UserSettings"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/user/shifts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The on-call shifts of the user of the API key */
        get: {
            parameters: {
                query?: {
                    /** @description Clip shifts to from and to */
                    clip_to_interval?: boolean;
                    /**
                     * @description Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
                    from?: string;
                    page?: number;
                    per_page?: number;
                    /**
                     * @description Default: 30 days after from; at most 366 days after it
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            shifts: components["schemas"]["UserShift"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Your time off, by start */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Only what ends after this. Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            time_off: components["schemas"]["TimeOff"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /**
         * Take time off
         * @description It changes no rotation. The answer lists your shifts that collide with it.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description After start and in the future; at most 366 days after start
                         * @example 2026-01-05T09:00:00Z
                         */
                        end: string;
                        /** Format: harmless-text */
                        reason?: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        start: string;
                    };
                };
            };
            responses: {
                /** @description Take time off */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            time_off: components["schemas"]["TimeOff"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** One of your entries of time off */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            time_off: components["schemas"]["TimeOff"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        /** Delete your time off */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        options?: never;
        head?: never;
        /** Change your time off */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    time_off_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description After start and in the future; at most 366 days after start
                         * @example 2026-01-05T09:00:00Z
                         */
                        end?: string;
                        /** @description null: none */
                        reason?: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        start?: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            time_off: components["schemas"]["TimeOff"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The text of an iCalendar file (.ics) with at most 1000 events. All of them count as time off, but those that are canceled or over. Repetitions are taken for the next 366 days, and 500 events in all */
                        calendar: string;
                    };
                };
            };
            responses: {
                /** @description Take time off as in a calendar file */
                200: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Imported before, and different in this file */
                            changed: number;
                            created: number;
                            skipped: {
                                /** @description Why it could not be taken */
                                reason: string;
                                summary: string;
                            }[];
                            /** @description From this file, by start */
                            time_off: components["schemas"]["TimeOff"][];
                            unchanged: number;
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** All users */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            users: components["schemas"]["User"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /** Create a user */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: single-line */
                        chat_id?: string;
                        /** Format: email */
                        email: string;
                        /** Format: single-line */
                        name: string;
                        /** @enum {string} */
                        role?: "owner" | "admin" | "standard";
                        /** @enum {string} */
                        seat?: "viewer" | "member";
                        /**
                         * Format: time-zone
                         * @example Europe/Berlin
                         */
                        time_zone?: string;
                    };
                };
            };
            responses: {
                /** @description Create a user */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user: components["schemas"]["User"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** A user */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user: components["schemas"]["User"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        /**
         * Deactivate a user; past shifts keep the name
         * @description From the response on, the user has no access and is not on call anywhere. A user of many schedules is removed from them in the following seconds; until then `GET /users/{user_id}` responds with `deactivating: true`.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        options?: never;
        head?: never;
        /** Change a user */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        chat_id?: string | null;
                        /** Format: email */
                        email?: string;
                        /** Format: single-line */
                        name?: string;
                        /** @enum {string} */
                        role?: "owner" | "admin" | "standard";
                        /** @enum {string} */
                        seat?: "viewer" | "member";
                        /** @description null: use the organization’s */
                        time_zone?: string | null;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            user: components["schemas"]["User"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/users/{user_id}/deactivation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Preview of the deactivation of a user */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            deactivation: components["schemas"]["Deactivation"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The public holidays of a user, if they differ from the organization’s */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserHolidays"];
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        /**
         * Set the public holidays of a user
         * @description For admins.
         */
        put: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description null: those of the organization */
                        holidays: components["schemas"]["HolidayCalendar"] | null;
                        /**
                         * Format: date-time
                         * @description When the change takes effect; not in the future. Default: now
                         * @example 2026-01-05T09:00:00Z
                         */
                        valid_from?: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": components["schemas"]["UserHolidays"];
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            identities: components["schemas"]["Identity"][];
                            meta: components["schemas"]["PaginationMeta"];
                            /** @description Other subjects of the same issuers that tried to sign in with the email of the user, and were refused; newest first, 20 at most */
                            refused: components["schemas"]["RefusedIdentity"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            on_call: components["schemas"]["UserOnCall"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** Create a link to set a password; earlier links of the user stop working */
        post: {
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
                /** @description Create a link to set a password; earlier links of the user stop working */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            sign_in_link: components["schemas"]["SignInLink"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
            parameters: {
                query?: {
                    /**
                     * @description Only what ends after this. Default: now
                     * @example 2026-01-05T09:00:00Z
                     */
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            time_off: components["schemas"]["TimeOff"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /**
         * Enter time off of a user
         * @description For admins. It changes no rotation. The answer lists the shifts of the user that collide with it.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description After start and in the future; at most 366 days after start
                         * @example 2026-01-05T09:00:00Z
                         */
                        end: string;
                        /** Format: harmless-text */
                        reason?: string;
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        start: string;
                    };
                };
            };
            responses: {
                /** @description Enter time off of a user */
                201: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            time_off: components["schemas"]["TimeOff"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            time_off: components["schemas"]["TimeOff"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        /**
         * Delete time off of a user
         * @description For admins.
         */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Change time off of a user
         * @description For admins.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    time_off_id: string;
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /**
                         * Format: date-time
                         * @description After start and in the future; at most 366 days after start
                         * @example 2026-01-05T09:00:00Z
                         */
                        end?: string;
                        /** @description null: none */
                        reason?: string | null;
                        /**
                         * Format: date-time
                         * @example 2026-01-05T09:00:00Z
                         */
                        start?: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            time_off: components["schemas"]["TimeOff"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    user_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description The text of an iCalendar file (.ics) with at most 1000 events. All of them count as time off, but those that are canceled or over. Repetitions are taken for the next 366 days, and 500 events in all */
                        calendar: string;
                    };
                };
            };
            responses: {
                /** @description Enter time off of a user as in a calendar file */
                200: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description Imported before, and different in this file */
                            changed: number;
                            created: number;
                            skipped: {
                                /** @description Why it could not be taken */
                                reason: string;
                                summary: string;
                            }[];
                            /** @description From this file, by start */
                            time_off: components["schemas"]["TimeOff"][];
                            unchanged: number;
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** @description Whether to only preview the result. Default: false */
                        dry_run?: boolean;
                        users: {
                            /** Format: single-line */
                            chat_id?: string;
                            email: string;
                            /** @description If absent or blank, derived from the email */
                            name?: string;
                            /** @enum {string} */
                            role?: "admin" | "standard";
                            /** @enum {string} */
                            seat?: "viewer" | "member";
                            time_zone?: string;
                        }[];
                    };
                };
            };
            responses: {
                /** @description Create many users */
                200: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /** @description One for each line, in the same order */
                            results: components["schemas"]["UserBatchResult"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** The webhooks of the organization; for admins */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            meta: components["schemas"]["PaginationMeta"];
                            webhooks: components["schemas"]["Webhook"][];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        /**
         * Create a webhook; for admins
         * @description Watchbill posts events to the address, signed according to the Standard Webhooks specification. The response has the secret, which is shown only once.
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path?: never;
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: harmless-text */
                        description?: string;
                        /** @default true */
                        enabled?: boolean;
                        /** @description Events that are sent to it */
                        events: ("oncall.changed" | "schedule.created" | "schedule.changed" | "schedule.deleted" | "override.created" | "override.changed" | "override.deleted" | "coverage_request.created" | "coverage_request.accepted" | "coverage_request.reopened" | "coverage_request.canceled" | "coverage_request.expired" | "gap.ahead")[];
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Signs the messages, as the Standard Webhooks specification says. It is shown this once
                             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                             */
                            secret: string;
                            webhook: components["schemas"]["Webhook"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
        /** A webhook; for admins */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            webhook: components["schemas"]["Webhook"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        put?: never;
        post?: never;
        /** Delete a webhook; for admins */
        delete: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
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
                /** @description Done; no body */
                204: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        options?: never;
        head?: never;
        /**
         * Change, disable or enable a webhook; for admins
         * @description `null` for `schedule_ids` or `team_ids` removes that filter. Disabling a webhook gives up its pending events.
         */
        patch: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description Entity tags from the header `ETag`, or `*`: the change is made only if one of them is current. If absent, the change is always made.
                     * @example "Zm9vYmFyYmF6cXV4Zm9vYg"
                     */
                    "if-match"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
                };
                path: {
                    webhook_id: string;
                };
                cookie?: never;
            };
            requestBody: {
                content: {
                    "application/json": {
                        /** Format: harmless-text */
                        description?: string;
                        enabled?: boolean;
                        /** @description Events that are sent to it */
                        events?: ("oncall.changed" | "schedule.created" | "schedule.changed" | "schedule.deleted" | "override.created" | "override.changed" | "override.deleted" | "coverage_request.created" | "coverage_request.accepted" | "coverage_request.reopened" | "coverage_request.canceled" | "coverage_request.expired" | "gap.ahead")[];
                        schedule_ids?: string[] | null;
                        team_ids?: string[] | null;
                        /**
                         * Format: single-line
                         * @description A public https address without user name, password and fragment
                         * @example https://hooks.example.com/watchbill
                         */
                        url?: string;
                    };
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            webhook: components["schemas"]["Webhook"];
                        };
                    };
                };
                /** @description The header `if-match` contains no current entity tag, or there is one in spite of `if-none-match: *`; nothing was changed */
                412: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            error: {
                                code: string;
                                docs_url?: string;
                                message: string;
                                status: number;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        trace?: never;
    };
    "/webhooks/{webhook_id}/deliveries/": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Deliveries to a webhook, newest first; for admins */
        get: {
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
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            deliveries: components["schemas"]["WebhookDelivery"][];
                            meta: components["schemas"]["PaginationMeta"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
                    /** @description The version of the API to use; if absent, the latest. */
                    "x-api-version"?: components["parameters"]["ApiVersion"];
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
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content?: never;
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
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
                /** @description Replace the secret of a webhook; for admins */
                200: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            /**
                             * @description Signs the messages, as the Standard Webhooks specification says. It is shown this once
                             * @example whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw
                             */
                            secret: string;
                            webhook: components["schemas"]["Webhook"];
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
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
         */
        post: {
            parameters: {
                query?: never;
                header?: {
                    /**
                     * @description A unique text for each request, such as a UUID. If the request is sent again within a day, it gets the response of the first one and is not carried out again.
                     * @example 5f0c1b9e-7a51-4e0e-9a1c-3d6f8c0b2a44
                     */
                    "idempotency-key"?: string;
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
                /** @description Send a test to a webhook; for admins */
                202: {
                    headers: {
                        "x-api-version": components["headers"]["x-api-version"];
                        "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                        "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                        "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                        [name: string]: unknown;
                    };
                    content: {
                        "application/json": {
                            delivery: {
                                /** @description Id in the list of deliveries */
                                id: string;
                            };
                        };
                    };
                };
                default: components["responses"]["Error"];
            };
        };
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
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
            /** @description What was requested; depends on the action */
            detail: {
                [key: string]: unknown;
            };
            id: string;
            /** @description The target of the action */
            target_id: string;
        };
        Away: {
            /** @description Public holidays of the person, in their time zone */
            holidays: {
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
            }[];
            /** @description By start; what overlaps or touches is one */
            time_off: {
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
            }[];
            user_id: string;
        };
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
            /**
             * @description `mine`: the owner’s shifts in all schedules. `schedule`: all shifts of a schedule. `team`: all shifts of the schedules of a team
             * @enum {string}
             */
            kind: "mine" | "schedule" | "team";
            schedule_reference?: {
                id: string;
                name: string;
            };
            team_reference?: {
                id: string;
                name: string;
            };
            /** @description Address for the calendar. It is a secret: everyone who has it can read the feed. Absent if it was encrypted with a secret of the installation that is no longer configured; the address still works */
            url?: string;
        };
        CalendarRules: {
            /** @description null: no public holidays */
            holidays: components["schemas"]["HolidayCalendar"] | null;
            /** @description In the time zone of each person. Equal times: no night */
            night: {
                /**
                 * Format: time-of-day
                 * @description HH:MM
                 */
                from: string;
                /**
                 * Format: time-of-day
                 * @description HH:MM
                 */
                to: string;
            };
            /** @description The days of the weekend */
            weekend_days: ("sunday" | "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday")[];
        };
        Chat: {
            /**
             * @description Absent if the chat does not provide it
             * @enum {string}
             */
            plan?: "paid" | "free";
            /** @enum {string} */
            provider: "none" | "local" | "slack";
        };
        ChatChannel: {
            id: string;
            is_archived: boolean;
            is_private: boolean;
            name: string;
        };
        ChatPerson: {
            chat_id: string;
            email?: string;
            /** @description Whether a user has this email or this chat id */
            is_user: boolean;
            name: string;
            time_zone?: string;
        };
        ChatTest: {
            /** @description The chat user of Watchbill */
            bot_user_id: string;
            /** @constant */
            ok: true;
            /** @enum {string} */
            plan: "paid" | "free";
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
            /** @description How long they have time off at these times */
            away_ms: number;
            /** @description How long they will be on call in the 90 days from now */
            coming_ms: number;
            /** @description How long they are on call at these times */
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
            /** @description How long they were on call in the 90 days before now */
            past_ms: number;
            /** @description The same in words */
            reasons: string[];
            user: components["schemas"]["User"];
            /** @description The part of the time that is not night on their clock, from 0 to 1 */
            waking_share: number;
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
            /** @enum {string} */
            status: "pending" | "accepted" | "canceled" | "expired";
            user: components["schemas"]["User"];
        };
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
        CoverTime: {
            coming_ms: number;
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
        /** @description Without a user if nobody is signed in */
        CurrentSession: {
            display?: components["schemas"]["Display"];
            organization?: components["schemas"]["Organization"];
            /** @description The ways to sign in */
            sign_in: {
                oidc?: {
                    /** @description Label for the button */
                    name: string;
                };
                password: boolean;
                /** @description True if a new password can be requested by mail */
                reset?: boolean;
            };
            user?: components["schemas"]["User"];
        };
        DeactivatedUser: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            deactivated_at: string;
            /** Format: email */
            email: string;
            id: string;
            name: string;
        };
        Deactivation: {
            /** @description Pending coverage requests of the user, which are canceled */
            coverage_requests: number;
            /** @description Unfinished overrides with the user */
            overrides: number;
            /** @description Schedules with the user in a layer or override from now on */
            schedules: {
                id: string;
                name: string;
            }[];
            teams: components["schemas"]["Team"][];
        };
        Delivery: {
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
            /** @enum {string} */
            kind: "chat" | "webhook" | "mail";
            /** @enum {string} */
            status: "pending" | "sent" | "failed";
            /** @description The message as plain text; for an event, a mail or a message that was not composed yet, its type */
            text: string;
        };
        /** @description How the web application formats dates and times for the user. An absent field follows the browser */
        Display: {
            /**
             * @description day_month: 5 Jan 2026. month_day: Jan 5, 2026. iso: 2026-01-05
             * @enum {string}
             */
            date_format?: "day_month" | "month_day" | "iso";
            /**
             * @description 17:00 or 5:00 PM
             * @enum {string}
             */
            time_format?: "24_hours" | "12_hours";
            /** @enum {string} */
            week_start?: "monday" | "saturday" | "sunday";
        };
        Error: {
            error: {
                code: string;
                docs_url?: string;
                message: string;
                status: number;
            };
        };
        FollowedUserGroup: {
            handle: string;
            /** @description The id in the chat */
            id: string;
            /** @description People on call now, who are in the group as soon as the chat is up to date */
            members: {
                id: string;
                name: string;
            }[];
            name: string;
            sync: components["schemas"]["UserGroupSync"];
        };
        /** @description Names that start with the query, or have a word that does, come first */
        Found: {
            schedules: components["schemas"]["ScheduleReference"][];
            teams: components["schemas"]["Team"][];
            users: components["schemas"]["User"][];
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
        HolidayRegion: {
            code: string;
            name: string;
        };
        HoursOfPerson: {
            coming: components["schemas"]["TimeOnCall"];
            /** @description Shifts that they took from others by coverage requests, and that others took from them, in the schedules of the report. It counts where the one who took it is on call then, or has passed it on */
            cover: {
                given: components["schemas"]["CoverTime"];
                taken: components["schemas"]["CoverTime"];
            };
            past: components["schemas"]["TimeOnCall"];
            /** @description Time in two schedules at once counts in both */
            schedules: {
                coming_ms: number;
                past_ms: number;
                schedule_reference: components["schemas"]["ScheduleReference"];
            }[];
            /** @description Time of the person, past and future, divided by the mean of everyone in the report */
            share: number;
            user: components["schemas"]["User"];
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
        LinkedChannel: {
            id: string;
            /** @description Name at the time when the channel was linked */
            name: string;
        };
        LocalChatGroup: {
            handle: string;
            id: string;
            is_enabled: boolean;
            /** @description People on call who could not be put into the group at its last update */
            left_out: {
                reason: string;
                user: {
                    id: string;
                    name: string;
                };
            }[];
            /** @description Chat ids */
            member_ids: string[];
            name: string;
        };
        LocalChatMessage: {
            channel_id: string;
            /** Format: date-time */
            created_at: string;
            id: string;
            text: string;
        };
        Notice: {
            /** @description What to do */
            advice: string;
            /** @description Number of messages, mails, destinations, groups, webhooks or people; 100 means 100 or more */
            count: number;
            /** @enum {string} */
            kind: "messages_wait" | "messages_failed" | "groups_fail" | "mails_wait" | "mails_failed" | "webhooks_disabled" | "webhooks_fail" | "identities_refused";
            /** @description What happened, with the reason from the other side */
            message: string;
            /**
             * Format: date-time
             * @description Start of the problem; for groups, when one was last up to date
             * @example 2026-01-05T09:00:00Z
             */
            since: string;
        };
        /** @description How each kind of notification reaches the user. chat: in the channels of the schedule, or as a direct message where it has none; reminders and problems always as a direct message. default: the chat where the user is in it, else email where it is set up */
        Notifications: {
            /**
             * @description Someone asks for cover in a schedule that they rotate in, or asks them
             * @enum {string}
             */
            cover_asked: "default" | "chat" | "email" | "both" | "none";
            /**
             * @description Someone took over a shift for which they asked for cover, cannot cover it, or asks for cover on their behalf
             * @enum {string}
             */
            cover_taken: "default" | "chat" | "email" | "both" | "none";
            /**
             * @description Before a shift of theirs, as many hours as their settings say
             * @enum {string}
             */
            reminder: "default" | "chat" | "email" | "both" | "none";
            /**
             * @description For owners and admins: messages, mails or webhooks fail
             * @enum {string}
             */
            service_problem: "default" | "chat" | "email" | "both" | "none";
            /**
             * @description Someone else put them on call, took them off call, or moved their next shift
             * @enum {string}
             */
            shift_moved: "default" | "chat" | "email" | "both" | "none";
        };
        NotificationSettings: {
            notifications: components["schemas"]["Notifications"];
            /** @description How the user can be reached now */
            reach: {
                /** @description A chat is connected, and the user has a chat id */
                chat: boolean;
                /**
                 * @description What default means now
                 * @enum {string}
                 */
                default: "chat" | "email" | "none";
                /** @description E-mail is set up */
                email: boolean;
            };
        };
        /** @description An absent kind stays as it is */
        NotificationsUpdate: {
            /**
             * @description Someone asks for cover in a schedule that they rotate in, or asks them
             * @enum {string}
             */
            cover_asked?: "default" | "chat" | "email" | "both" | "none";
            /**
             * @description Someone took over a shift for which they asked for cover, cannot cover it, or asks for cover on their behalf
             * @enum {string}
             */
            cover_taken?: "default" | "chat" | "email" | "both" | "none";
            /**
             * @description Before a shift of theirs, as many hours as their settings say
             * @enum {string}
             */
            reminder?: "default" | "chat" | "email" | "both" | "none";
            /**
             * @description For owners and admins: messages, mails or webhooks fail
             * @enum {string}
             */
            service_problem?: "default" | "chat" | "email" | "both" | "none";
            /**
             * @description Someone else put them on call, took them off call, or moved their next shift
             * @enum {string}
             */
            shift_moved?: "default" | "chat" | "email" | "both" | "none";
        };
        OnCall: {
            broken?: components["schemas"]["Broken"];
            schedule_reference: components["schemas"]["ScheduleReference"];
            shift?: components["schemas"]["ScheduleShift"];
            /** @description Empty if nobody is on call, or the schedule is broken */
            users: components["schemas"]["User"][];
        };
        Organization: {
            id: string;
            name: string;
            /**
             * @description Setup step that the web application shows to admins of a new organization: first its name and zone, then a list of next steps. Absent when setup is done
             * @enum {string}
             */
            setup?: "name" | "checklist";
            /** @description For everyone without a time zone of their own */
            time_zone: string;
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
            user: {
                /** Format: email */
                email: string;
                id: string;
                name: string;
            };
        };
        PaginationMeta: {
            page: number;
            per_page: number;
            /** @description Items in the whole collection */
            total: number;
        };
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
        Schedule: {
            broken?: components["schemas"]["Broken"];
            current_oncall_shift?: components["schemas"]["ScheduleShift"];
            /** @description The latest revision; it may be planned for later */
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
        ScheduleLayer: {
            concurrent_oncall_users: number;
            /**
             * @description Which days the length of a turn counts: all days (the default, which responses omit), or only days on which a restriction interval opens. `open` needs a shift_length in days and at least one restriction interval.
             * @enum {string}
             */
            counted_days?: "all" | "open";
            /** Format: single-line */
            name: string;
            restriction_intervals?: {
                /** @enum {string} */
                day: "monday" | "tuesday" | "wednesday" | "thursday" | "friday" | "saturday" | "sunday";
                /**
                 * Format: time-of-day
                 * @example 09:00
                 */
                from: string;
                /**
                 * Format: end-time-of-day
                 * @example 17:00
                 * @example 24:00
                 */
                to: string;
            }[];
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            rotation_start: string;
            shift_length: {
                amount: number;
                /** @enum {string} */
                unit: "hours" | "days" | "weeks";
            };
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
            number: number;
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            valid_from: string;
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
            gaps: {
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
            }[];
            /** @description True if there are more shifts: those that start later are left out */
            is_cut?: boolean;
            /** @description Time outside the windows of the layer, when nobody should be on call */
            off_hours: {
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
            }[];
            schedule_reference: components["schemas"]["ScheduleReference"];
            /** @description Clipped to from and to */
            shifts: components["schemas"]["TimelineShift"][];
            teams: components["schemas"]["Team"][];
            time_zone: string;
        };
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
        SignInLink: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            expires_at: string;
            url: string;
        };
        SignInLinkLook: {
            /**
             * Format: date-time
             * @example 2026-01-05T09:00:00Z
             */
            expires_at: string;
            organization: {
                name: string;
            };
            /** @description Whether a new password is needed to use the link; false if passwords are turned off */
            sets_password: boolean;
            user: {
                email: string;
                name: string;
            };
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
        /** @description By the time zone and the holidays of the person */
        TimeOnCall: {
            /** @description On public holidays */
            holiday_ms: number;
            /** @description At night, holidays and weekends apart */
            night_ms: number;
            other_ms: number;
            /** @description Each instant once, however many schedules hold the person then */
            total_ms: number;
            /** @description On the weekend, holidays apart */
            weekend_ms: number;
        };
        User: {
            /** @description The user's id in the chat */
            chat_id?: string;
            /** @description True for a deactivated user who is no longer on call, but is still being removed from stored layers and overrides. Only in GET /users/{user_id}, which is 404 once that is done */
            deactivating?: boolean;
            /** Format: email */
            email: string;
            id: string;
            name: string;
            /** @enum {string} */
            role: "owner" | "admin" | "standard";
            /** @enum {string} */
            seat: "viewer" | "member";
            /** @description Preferred time zone; if absent, the organization's is used */
            time_zone?: string;
        };
        UserBatchResult: {
            chat_id?: string;
            email: string;
            /** @description Id of the user; absent if the line is skipped, and with dry_run */
            id?: string;
            name?: string;
            /** @enum {string} */
            outcome: "created" | "skipped";
            /** @description Why the line is skipped */
            reason?: string;
            /** @enum {string} */
            role?: "owner" | "admin" | "standard";
            /** @enum {string} */
            seat?: "viewer" | "member";
            time_zone?: string;
        };
        UserGroup: {
            handle: string;
            /** @description The id in the chat */
            id: string;
            name: string;
        };
        UserGroupOfSchedule: {
            handle: string;
            /** @description The id in the chat */
            id: string;
            name: string;
            schedule_id: string;
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
            left_out: {
                reason: string;
                user: {
                    id: string;
                    name: string;
                };
            }[];
            /**
             * @description pending: the chat is not up to date yet. failing: the chat refused or did not respond; it is retried
             * @enum {string}
             */
            state: "in_sync" | "pending" | "failing";
        };
        UserHolidays: {
            /** @description null: those of the organization */
            holidays: components["schemas"]["HolidayCalendar"] | null;
        };
        UserOnCall: {
            /** @description Shifts that contain now */
            current_shifts: components["schemas"]["UserShift"][];
            /** @description True if the user is in more than 100 schedules or teams: the others are not counted */
            has_more?: boolean;
            /** @description Hours on call; time on call in several schedules at once counts once. Only for the user, owners and admins */
            hours?: {
                /** @description From 30 days ago until now */
                last_30_days: number;
                /** @description From now until 30 days from now */
                next_30_days: number;
            };
            /** @description The next shifts within 366 days, by start */
            next_shifts: components["schemas"]["UserShift"][];
            /** @description Schedules in which the user is on call, or will be within 366 days */
            schedules: components["schemas"]["ScheduleReference"][];
            teams: components["schemas"]["Team"][];
        };
        UserSettings: {
            /** @description What mentions the user in a channel. put_on_call: their duty begins, at a handoff or because somebody puts them on call. taken_off_call: someone takes them off call. shift_ended: their shift ends as planned, at a handoff to others. shift_moved: their next shift starts at another time */
            chat_mentions: ("put_on_call" | "taken_off_call" | "shift_ended" | "shift_moved")[];
            display?: components["schemas"]["Display"];
            /** @description Hours before a shift at which the user gets a direct message about it; empty: no reminders */
            reminder_hours: (24 | 1)[];
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
            events: ("oncall.changed" | "schedule.created" | "schedule.changed" | "schedule.deleted" | "override.created" | "override.changed" | "override.deleted" | "coverage_request.created" | "coverage_request.accepted" | "coverage_request.reopened" | "coverage_request.canceled" | "coverage_request.expired" | "gap.ahead")[];
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
        WebhookDelivery: {
            /** @description Response to the last attempt */
            answer?: {
                /**
                 * Format: date-time
                 * @description When the attempt ended
                 * @example 2026-01-05T09:00:00Z
                 */
                at: string;
                /** @description Beginning of the body */
                body?: string;
                /** @description How long the attempt took */
                milliseconds: number;
                /** @description Absent if there was no response */
                status?: number;
            };
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
            /** @description Number of the event at this endpoint; absent for a test */
            sequence?: number;
            /** @enum {string} */
            status: "pending" | "sent" | "failed";
        };
    };
    responses: {
        /** @description The request failed: the error says why. */
        Error: {
            headers: {
                "retry-after": components["headers"]["retry-after"];
                "x-api-version": components["headers"]["x-api-version"];
                "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                "x-ratelimit-reset": components["headers"]["x-ratelimit-reset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description The version of the API to use; if absent, the latest. */
        ApiVersion: "2026-11-01";
    };
    requestBodies: never;
    headers: {
        /** @description The entity tag; send it as `if-match` to change only what you have read */
        etag: string;
        /** @description The first, previous, next and last page of a list, relative to its address (RFC 8288) */
        link: string;
        /** @description Seconds to wait before the next request; only when one has to wait */
        "retry-after": number;
        /** @description The version that was used */
        "x-api-version": string;
        /** @description Requests that may be made within a minute */
        "x-ratelimit-limit": number;
        /** @description Requests that remain in the current minute */
        "x-ratelimit-remaining": number;
        /** @description Seconds until the count starts again */
        "x-ratelimit-reset": number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
