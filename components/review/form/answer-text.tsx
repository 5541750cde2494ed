import { IncidentLink } from '#components/incidents/incident-link.tsx'
import { lessonTextClass } from '#components/ui/text/lesson-text.ts'
import { LinkedText } from '#components/ui/text/linked-text.tsx'
import { MarkdownLazy } from '#components/ui/text/markdown-lazy.tsx'
import { DateTime } from '#components/ui/time/date-time.tsx'
import type { Answer } from '#lib/review/answers.ts'
import { useRenderedText } from './rendered-texts.tsx'

type AnswerTextProps = {
  answer: Answer | null
  /** Heading level above the answer. */
  under?: 2 | 3
}

/** The question of an answer. For a decision it is the number of the incident, linked to its page. */
export const QuestionText = ({ answer: { key, question } }: { answer: Pick<Answer, 'key' | 'question'> }) =>
  key.startsWith('incident ') ? <IncidentLink number={question} /> : question

/** An answer with its note; null if the version does not have the question. */
export function AnswerText({ answer, under = 3 }: AnswerTextProps) {
  if (answer === null) return <span className="text-muted">Not in this version</span>
  return (
    <>
      <AnswerValue answer={answer} under={under} />
      {answer.note ? (
        <p className="text-xs whitespace-pre-wrap text-muted">
          <LinkedText text={answer.note} />
        </p>
      ) : null}
    </>
  )
}

function AnswerValue({ answer: { answer, isUnusual, isIncidental }, under }: { answer: Answer; under: 2 | 3 }) {
  if (answer === null) return <span className="text-muted">{isIncidental ? 'Empty' : 'Not answered'}</span>
  switch (answer.kind) {
    case 'moment':
      return <DateTime value={answer.text} />
    case 'markdown':
      return (
        <div className={lessonTextClass}>
          <MarkdownText source={answer.text} under={under} />
        </div>
      )
    case 'text':
      return <span className={isUnusual ? 'font-medium text-warning-text' : 'whitespace-pre-wrap'}>{answer.text}</span>
  }
}

export const MarkdownText = ({ source, under }: { source: string; under: 2 | 3 }) =>
  useRenderedText(source) ?? <MarkdownLazy under={under}>{source}</MarkdownLazy>
