// Ten calls with the Go client of OpenAPI Generator: `npm run clients` generates the client, and starts the service that this program calls.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"os"
	"strconv"
	"time"

	"example/watchbill"
)

const (
	ownerEmail = "owner@example.com"
	graceEmail = "grace@example.com"
)

func main() {
	log.SetFlags(log.Lshortfile)
	configuration := watchbill.NewConfiguration()
	configuration.Servers = watchbill.ServerConfigurations{{URL: os.Getenv("URL")}}
	configuration.AddDefaultHeader("x-api-key", os.Getenv("KEY"))
	client := watchbill.NewAPIClient(configuration)
	ctx, now := context.Background(), time.Now()
	owner := watchbill.UserReference{Type: watchbill.REFERENCE_TYPE_EMAIL, Value: ownerEmail}
	grace := watchbill.UserReference{Type: watchbill.REFERENCE_TYPE_EMAIL, Value: graceEmail}

	// 1. A new schedule.
	creation := watchbill.ScheduleCreation{
		Name:     "Go",
		TimeZone: "Europe/Berlin",
		TeamIds:  []string{},
		Layers: []watchbill.NewLayer{{
			Name:                  "Weeks",
			RotationStart:         time.Date(2026, 1, 5, 8, 0, 0, 0, time.UTC),
			ConcurrentOncallUsers: 1,
			ShiftLength:           watchbill.ShiftLength{Amount: 1, Unit: watchbill.SHIFT_UNIT_WEEKS},
			UserReferences:        []watchbill.UserReference{owner},
		}},
	}
	key := strconv.FormatInt(now.UnixNano(), 36)
	created, _, err := client.SchedulesAPI.CreateSchedule(ctx).ScheduleCreation(creation).IdempotencyKey(key).Execute()
	mustSucceed(err)
	id := created.Schedule.Id

	// 2. The same request again creates nothing.
	replayed, response, err := client.SchedulesAPI.CreateSchedule(ctx).ScheduleCreation(creation).IdempotencyKey(key).Execute()
	mustSucceed(err)
	must(replayed.Schedule.Id == id && response.Header.Get("idempotency-replayed") == "true", response)

	// 3. Who is on call now.
	onCall, _, err := client.OnCallAPI.ListOnCall(ctx).Name("Go").Execute()
	mustSucceed(err)
	must(len(onCall.Oncall) == 1 && onCall.Oncall[0].Users[0].Email == ownerEmail, onCall)

	// 4. Somebody else takes a day.
	day := watchbill.NewOverrideCreation(now.AddDate(0, 0, 7), now.AddDate(0, 0, 8), []watchbill.UserReference{grace})
	day.SetReason("Swap")
	override, _, err := client.OverridesAPI.CreateOverride(ctx, id).OverrideCreation(*day).Execute()
	mustSucceed(err)
	must(override.Override.Users[0].Email == graceEmail, override)

	// 5. A change to what somebody else has changed.
	change := watchbill.ScheduleUpdate{Name: watchbill.PtrString("Renamed")}
	_, response, err = client.SchedulesAPI.UpdateSchedule(ctx, id).ScheduleUpdate(change).IfMatch(`"outdated"`).Execute()
	must(response.StatusCode == http.StatusPreconditionFailed && codeOf(err) == "precondition_failed", err)

	// 6. A page of shifts.
	shifts, _, err := client.SchedulesAPI.ListShifts(ctx, id).PerPage(2).Execute()
	mustSucceed(err)
	must(len(shifts.Shifts) == 2 && shifts.Meta.Total > 2, shifts)

	// 7. The hours of a person.
	hours, _, err := client.ReportsAPI.GetHoursReport(ctx).ScheduleId(id).From(now).Execute()
	mustSucceed(err)
	for _, person := range hours.Hours.People {
		coming := time.Duration(person.Coming.TotalMs) * time.Millisecond
		must(person.User.Email != ownerEmail || coming > 58*24*time.Hour, person)
	}

	// 8. Asking for cover.
	ask := watchbill.NewCoverageRequestCreation(now.AddDate(0, 0, 1), now.AddDate(0, 0, 3), "Holiday")
	ask.SetScheduleIds([]string{id})
	cover, _, err := client.CoverageRequestsAPI.CreateOwnCoverageRequest(ctx).CoverageRequestCreation(*ask).Execute()
	mustSucceed(err)
	must(cover.CoverageRequest.Status == watchbill.COVERAGE_REQUEST_STATUS_PENDING && len(cover.CoverageRequest.Shifts) > 0, cover)

	// 9. An error.
	_, _, err = client.SchedulesAPI.GetSchedule(ctx, "sch_unknown").Execute()
	must(codeOf(err) == "not_found", err)

	// 10. An event of a webhook.
	body, err := os.ReadFile(os.Getenv("EVENT"))
	mustSucceed(err)
	var event watchbill.OverrideCreatedEvent
	mustSucceed(json.Unmarshal(body, &event))
	must(event.Type == "override.created" && event.Data.Override.Users[0].Email == graceEmail, event)
}

// codeOf returns the code of a refusal by the service.
func codeOf(err error) string {
	var refusal *watchbill.GenericOpenAPIError
	if !errors.As(err, &refusal) {
		return ""
	}
	answer, _ := refusal.Model().(watchbill.ErrorAnswer)
	return answer.Error.Code
}

func mustSucceed(err error) {
	if err != nil {
		_ = log.Output(2, err.Error())
		os.Exit(1)
	}
}

func must(isTrue bool, found any) {
	if !isTrue {
		text, _ := json.Marshal(found)
		_ = log.Output(2, string(text))
		os.Exit(1)
	}
}
