"""Ten calls with openapi-python-client: `npm run clients` generates the client, and starts the service that this program calls."""

import json
import os
import uuid
from datetime import datetime, timedelta, timezone
from http import HTTPStatus

from watchbill_client import AuthenticatedClient
from watchbill_client.api.coverage_requests import create_own_coverage_request
from watchbill_client.api.on_call import list_on_call
from watchbill_client.api.overrides import create_override
from watchbill_client.api.reports import get_hours_report
from watchbill_client.api.schedules import create_schedule, get_schedule, list_shifts, update_schedule
from watchbill_client.models import (
    CoverageRequestAnswer,
    CoverageRequestCreation,
    CoverageRequestStatus,
    ErrorAnswer,
    HoursAnswer,
    NewLayer,
    OnCallAnswer,
    OverrideAnswer,
    OverrideCreatedEvent,
    OverrideCreation,
    ReferenceType,
    ScheduleAnswer,
    ScheduleCreation,
    ScheduleUpdate,
    ShiftLength,
    ShiftsAnswer,
    ShiftUnit,
    UserReference,
)

client = AuthenticatedClient(base_url=os.environ["URL"], token=os.environ["KEY"])
now = datetime.now(timezone.utc)
owner = UserReference(type_=ReferenceType.REFERENCE_TYPE_EMAIL, value="owner@example.com")
grace = UserReference(type_=ReferenceType.REFERENCE_TYPE_EMAIL, value="grace@example.com")

# 1. A new schedule.
layer = NewLayer(
    name="Weeks",
    rotation_start=datetime.fromisoformat("2026-01-05T09:00:00+01:00"),
    concurrent_oncall_users=1,
    shift_length=ShiftLength(amount=1, unit=ShiftUnit.SHIFT_UNIT_WEEKS),
    user_references=[owner],
)
creation = ScheduleCreation(name="Python", time_zone="Europe/Berlin", team_ids=[], layers=[layer])
key = str(uuid.uuid4())
created = create_schedule.sync(client=client, body=creation, idempotency_key=key)
assert isinstance(created, ScheduleAnswer), created
schedule_id = created.schedule.id

# 2. The same request again creates nothing.
replayed = create_schedule.sync_detailed(client=client, body=creation, idempotency_key=key)
assert isinstance(replayed.parsed, ScheduleAnswer) and replayed.parsed.schedule.id == schedule_id
assert replayed.headers["idempotency-replayed"] == "true"

# 3. Who is on call now.
on_call = list_on_call.sync(client=client, name="Python")
assert isinstance(on_call, OnCallAnswer), on_call
(entry,) = on_call.oncall
assert [user.email for user in entry.users] == [owner.value]

# 4. Somebody else takes a day.
day = OverrideCreation(start=now + timedelta(days=7), end=now + timedelta(days=8), user_references=[grace], reason="Swap")
override = create_override.sync(schedule_id, client=client, body=day)
assert isinstance(override, OverrideAnswer), override
assert override.override.users[0].email == grace.value

# 5. A change to what somebody else has changed.
stale = update_schedule.sync_detailed(schedule_id, client=client, body=ScheduleUpdate(name="Renamed"), if_match='"outdated"')
assert stale.status_code == HTTPStatus.PRECONDITION_FAILED
assert isinstance(stale.parsed, ErrorAnswer) and stale.parsed.error.code == "precondition_failed"

# 6. A page of shifts.
shifts = list_shifts.sync(schedule_id, client=client, per_page=2)
assert isinstance(shifts, ShiftsAnswer), shifts
assert len(shifts.shifts) == 2 and shifts.meta.total > 2

# 7. The hours of a person.
hours = get_hours_report.sync(client=client, schedule_id=schedule_id, from_=now)
assert isinstance(hours, HoursAnswer), hours
(coming,) = [person.coming for person in hours.hours.people if person.user.email == owner.value]
assert timedelta(milliseconds=coming.total_ms) > timedelta(days=58)

# 8. Asking for cover.
ask = CoverageRequestCreation(
    start=now + timedelta(days=1), end=now + timedelta(days=3), reason="Holiday", schedule_ids=[schedule_id]
)
cover = create_own_coverage_request.sync(client=client, body=ask)
assert isinstance(cover, CoverageRequestAnswer), cover
assert cover.coverage_request.status == CoverageRequestStatus.COVERAGE_REQUEST_STATUS_PENDING
assert cover.coverage_request.shifts

# 9. An error.
unknown = get_schedule.sync("sch_unknown", client=client)
assert isinstance(unknown, ErrorAnswer) and unknown.error.code == "not_found"

# 10. An event of a webhook.
with open(os.environ["EVENT"], encoding="utf-8") as file:
    event = OverrideCreatedEvent.from_dict(json.load(file))
assert event.type_.value == "override.created"
assert event.data.override.users[0].email == grace.value
