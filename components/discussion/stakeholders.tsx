'use client'

import { Badge } from '#components/ui/badge.tsx'
import { Card, CardBody, CardHeader } from '#components/ui/card.tsx'
import type { RequesterQuestion } from '#lib/contracts/app/review-discussion.ts'
import { countStakeholders } from '#lib/review/stakeholder-replies.ts'
import { joinNames } from '#lib/text/join-names.ts'
import { AskDialog } from './requester-questions.tsx'

type StakeholdersProps = { reference: string; questions: readonly RequesterQuestion[]; canWrite: boolean }

/** Who was asked besides the requester, and the counted answers. */
export function Stakeholders({ reference, questions, canWrite }: StakeholdersProps) {
  const { asked, answered, waiting, checks } = countStakeholders(questions)
  return (
    <Card aria-labelledby="stakeholders">
      <CardHeader
        id="stakeholders"
        title="Stakeholders"
        description={asked === 0 ? undefined : `${answered} of ${asked} answered`}
      />
      <CardBody className="flex flex-col gap-4 text-sm">
        {asked === 0 ? <p className="text-muted">Nobody else was asked how the change was for them.</p> : null}
        {checks.map(({ key, wording, counts, said }) => (
          <section key={key} className="flex flex-col gap-1.5">
            <h3 className="break-words font-medium">{wording}</h3>
            {counts.length > 0 ? (
              <ul className="flex flex-wrap gap-1.5">
                {counts.map(({ answer, count, isExpected }) => (
                  <li key={answer}>
                    <Badge tone={isExpected === null ? 'neutral' : isExpected ? 'success' : 'warning'}>
                      {answer} {count}
                    </Badge>
                  </li>
                ))}
              </ul>
            ) : null}
            {said.map(({ by, text }) => (
              <figure key={`${by} ${text}`} className="m-0 border-l-2 border-line-strong pl-3">
                <blockquote className="break-words whitespace-pre-line">{text}</blockquote>
                <figcaption className="text-xs break-words text-muted">{by}</figcaption>
              </figure>
            ))}
          </section>
        ))}
        {waiting.length > 0 ? (
          <p className="text-xs break-words text-muted">No reply yet from {joinNames(waiting, 'and')}.</p>
        ) : null}
        {canWrite ? (
          <AskDialog
            title="Ask stakeholders"
            description="Each receives a link of their own to the checks for stakeholders, and one reminder. No sign-in is needed."
            reference={reference}
            requester={null}
          />
        ) : null}
      </CardBody>
    </Card>
  )
}
