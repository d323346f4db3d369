import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.UUID;
import watchbill.ApiClient;
import watchbill.ApiException;
import watchbill.api.CoverageRequestsApi;
import watchbill.api.OnCallApi;
import watchbill.api.OverridesApi;
import watchbill.api.ReportsApi;
import watchbill.api.SchedulesApi;
import watchbill.model.*;

/** Ten calls with the Java client of OpenAPI Generator: `npm run clients` generates the client, and starts the service that this program calls. */
public final class TenCalls {
  private static final String OWNER = "owner@example.com";
  private static final String GRACE = "grace@example.com";

  private interface Call {
    Object get() throws ApiException;
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient();
    client.updateBaseUri(System.getenv("URL"));
    client.setRequestInterceptor(request -> request.header("x-api-key", System.getenv("KEY")));
    var schedules = new SchedulesApi(client);
    OffsetDateTime now = OffsetDateTime.now();

    // 1. A new schedule.
    var layer = new NewLayer()
        .name("Weeks")
        .rotationStart(OffsetDateTime.parse("2026-01-05T09:00:00+01:00"))
        .concurrentOncallUsers(1)
        .shiftLength(new ShiftLength().amount(1L).unit(ShiftUnit.SHIFT_UNIT_WEEKS))
        .userReferences(List.of(byEmail(OWNER)));
    var creation = SchedulesApi.APICreateScheduleRequest.newBuilder()
        .scheduleCreation(new ScheduleCreation().name("Java").timeZone("Europe/Berlin").teamIds(List.of()).layers(List.of(layer)))
        .idempotencyKey(UUID.randomUUID().toString())
        .build();
    String id = schedules.createSchedule(creation).getSchedule().getId();

    // 2. The same request again creates nothing.
    var replayed = schedules.createScheduleWithHttpInfo(creation);
    must(replayed.getData().getSchedule().getId().equals(id), replayed.getData());
    must(replayed.getHeaders().get("idempotency-replayed").equals(List.of("true")), replayed.getHeaders());

    // 3. Who is on call now.
    var onCall = new OnCallApi(client).listOnCall(OnCallApi.APIListOnCallRequest.newBuilder().name("Java").build()).getOncall();
    must(onCall.size() == 1 && onCall.get(0).getUsers().get(0).getEmail().equals(OWNER), onCall);

    // 4. Somebody else takes a day.
    var day = new OverrideCreation().start(now.plusDays(7)).end(now.plusDays(8)).userReferences(List.of(byEmail(GRACE))).reason("Swap");
    var override = new OverridesApi(client)
        .createOverride(OverridesApi.APICreateOverrideRequest.newBuilder().scheduleId(id).overrideCreation(day).build())
        .getOverride();
    must(override.getUsers().get(0).getEmail().equals(GRACE), override);

    // 5. A change to what somebody else has changed.
    var stale = SchedulesApi.APIUpdateScheduleRequest.newBuilder()
        .scheduleId(id)
        .ifMatch("\"outdated\"")
        .scheduleUpdate(new ScheduleUpdate().name("Renamed"))
        .build();
    mustBeRefused(412, "precondition_failed", client, () -> schedules.updateSchedule(stale));

    // 6. A page of shifts.
    var shifts = schedules.listShifts(SchedulesApi.APIListShiftsRequest.newBuilder().scheduleId(id).perPage(2).build());
    must(shifts.getShifts().size() == 2 && shifts.getMeta().getTotal() > 2, shifts);

    // 7. The hours of a person.
    var nextMonths = ReportsApi.APIGetHoursReportRequest.newBuilder().scheduleId(id).from(now).build();
    var hours = new ReportsApi(client).getHoursReport(nextMonths);
    var coming = hours.getHours().getPeople().stream()
        .filter(person -> person.getUser().getEmail().equals(OWNER))
        .map(person -> Duration.ofMillis(person.getComing().getTotalMs()))
        .toList();
    must(coming.size() == 1 && coming.get(0).compareTo(Duration.ofDays(58)) > 0, coming);

    // 8. Asking for cover.
    var ask = new CoverageRequestCreation()
        .start(now.plusDays(1))
        .end(now.plusDays(3))
        .reason("Holiday")
        .scheduleIds(List.of(id));
    var cover = new CoverageRequestsApi(client)
        .createOwnCoverageRequest(
            CoverageRequestsApi.APICreateOwnCoverageRequestRequest.newBuilder().coverageRequestCreation(ask).build())
        .getCoverageRequest();
    must(cover.getStatus() == CoverageRequestStatus.COVERAGE_REQUEST_STATUS_PENDING && !cover.getShifts().isEmpty(), cover);

    // 9. An error.
    var unknown = SchedulesApi.APIGetScheduleRequest.newBuilder().scheduleId("sch_unknown").build();
    mustBeRefused(404, "not_found", client, () -> schedules.getSchedule(unknown));

    // 10. An event of a webhook.
    String body = Files.readString(Path.of(System.getenv("EVENT")));
    var event = client.getObjectMapper().readValue(body, OverrideCreatedEvent.class);
    must(event.getType().getValue().equals("override.created"), event);
    must(event.getData().getOverride().getUsers().get(0).getEmail().equals(GRACE), event);
  }

  private static UserReference byEmail(String email) {
    return new UserReference().type(ReferenceType.REFERENCE_TYPE_EMAIL).value(email);
  }

  private static void mustBeRefused(int status, String code, ApiClient client, Call call) throws Exception {
    try {
      must(false, call.get());
    } catch (ApiException refusal) {
      var error = client.getObjectMapper().readValue(refusal.getResponseBody(), ErrorAnswer.class).getError();
      must(refusal.getCode() == status && error.getCode().equals(code), error);
    }
  }

  private static void must(boolean isTrue, Object found) {
    if (!isTrue) throw new AssertionError(found);
  }
}
