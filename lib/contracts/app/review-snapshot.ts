import { z } from 'zod'
import { ChangeRecord, ReviewOutcome } from '#lib/contracts/changes.ts'
import { Improvement } from '#lib/contracts/improvements.ts'
import { CalendarDate } from '#lib/contracts/primitives.ts'
import { Attachment } from './attachments.ts'
import { ImprovementsForm, IncidentsForm, LessonsForm, OutcomeForm, PlanForm, RiskForm } from './review-forms.ts'

/** The content of a review at one time: the forms of its steps, its actions, and the change at that time. */
export const ReviewSnapshot = z
  .object({
    change: ChangeRecord.pick({
      number: true,
      implementation_plan: true,
      planned_start: true,
      planned_end: true,
      actual_start: true,
      actual_end: true,
    }).describe('The change as it was reviewed'),
    forms: z
      .object({
        plan: PlanForm,
        risk: RiskForm,
        incidents: IncidentsForm,
        outcome: OutcomeForm,
        improvements: ImprovementsForm,
        lessons: LessonsForm,
      })
      .describe('The form of each step'),
    improvements: z
      .array(Improvement.pick({ id: true, title: true, owner: true, target_date: true, status: true }))
      .describe('Its improvement actions'),
    proposed_outcome: ReviewOutcome.nullable().describe('What the evidence suggested'),
    attachments: z
      .array(Attachment.pick({ id: true, step: true, name: true, size: true, sha256: true }))
      .optional()
      .describe('Its attachments and those of its comments; absent in versions that are older than attachments'),
    pir_date: CalendarDate.nullable().describe('Date of the review'),
  })
  .meta({ id: 'ReviewSnapshot' })
export type ReviewSnapshot = z.infer<typeof ReviewSnapshot>
