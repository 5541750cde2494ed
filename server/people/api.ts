import * as absence from '#lib/contracts/app/absence.ts'
import * as calendars from '#lib/contracts/app/calendars.ts'
import * as peopleNames from '#lib/contracts/app/people-names.ts'
import * as personalData from '#lib/contracts/app/personal-data.ts'
import { recordDownload } from '#server/platform/api/file-response.ts'
import { route, routeTo } from '#server/platform/api/route.ts'
import { createCalendar, listCalendars, revokeCalendar } from './calendars/own-calendars.ts'
import { erasePerson, previewErasure } from './erase-person.ts'
import { listPeopleNames } from './names.ts'
import { deleteAbsence, findOwnAbsence, setAbsence } from './own-absence.ts'
import { exportPersonalData } from './personal-data.ts'

export const peopleApi = [
  route(absence.getAbsence, async (ctx) => ({ body: { absence: await findOwnAbsence(ctx) } })),
  route(absence.setAbsence, async (ctx, { body }) => ({
    body: { absence: await setAbsence(ctx, body) },
  })),
  routeTo(absence.deleteAbsence, (ctx) => deleteAbsence(ctx)),
  routeTo(calendars.revokeCalendar, (ctx, { params }) => revokeCalendar(ctx, params.id)),
  route(calendars.listCalendars, async (ctx) => ({ body: { result: await listCalendars(ctx) } })),
  routeTo(calendars.createCalendar, (ctx, { body }) => createCalendar(ctx, body.service)),
  routeTo(peopleNames.listPeopleNames, (ctx, { query }) => listPeopleNames(ctx, query.emails.split(','))),
  routeTo(personalData.previewErasure, (ctx, { query }) => previewErasure(ctx, query.email)),
  routeTo(personalData.erasePerson, (ctx, { body }) => erasePerson(ctx, body.email, { inTexts: body.in_texts })),
  route(personalData.getPersonalData, async (ctx, { query, request }) => {
    const name = 'personal-data.ndjson'
    await recordDownload(ctx, name, request.target)
    return { body: '', file: { type: 'application/x-ndjson', name, content: exportPersonalData(ctx, query.email) } }
  }),
]
