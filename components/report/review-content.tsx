import type { ComponentProps } from 'react'
import { ImprovementsSection, LessonsSection } from './follow-up-sections.tsx'
import { IncidentsSection } from './incidents-section.tsx'
import { OutcomeSection } from './outcome-section.tsx'
import { PlanSection } from './plan-section.tsx'
import { RequesterSection } from './requester-section.tsx'
import { RiskSection } from './risk-section.tsx'

/** What a review says, outcome first: shared by the report and the sign-off step. */
export function ReviewContent({ data, level, renderText }: ComponentProps<typeof LessonsSection>) {
  return (
    <>
      <OutcomeSection data={data} level={level} />
      <PlanSection data={data} level={level} />
      <RiskSection data={data} level={level} />
      <IncidentsSection data={data} level={level} />
      <ImprovementsSection data={data} level={level} />
      <LessonsSection data={data} level={level} renderText={renderText} />
      <RequesterSection data={data} level={level} />
    </>
  )
}
