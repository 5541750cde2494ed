import { Circle, CircleCheck } from 'lucide-react'
import { Badge } from '#components/ui/badge.tsx'
import { ButtonLink } from '#components/ui/button-link.tsx'
import { Card } from '#components/ui/card.tsx'

type SetupStep = {
  title: string
  description: string
  href: string
  action: string
  isDone: boolean
  isOptional?: true
}

/** The checklist of a new installation. */
export function FirstSteps({ steps }: { steps: readonly SetupStep[] }) {
  return (
    <Card aria-label="Steps" className="max-w-3xl">
      <ol className="divide-y divide-line">
        {steps.map(({ title, description, href, action, isDone, isOptional }) => (
          <li key={title} className="flex flex-wrap items-center gap-x-3 gap-y-2 px-4 py-3">
            {isDone ? (
              <CircleCheck aria-label="Done" className="size-5 shrink-0 text-success-text" />
            ) : (
              <Circle aria-label="Open" className="size-5 shrink-0 text-muted" />
            )}
            <div className="min-w-0 flex-1 basis-52">
              <h2 className="flex flex-wrap items-center gap-2 text-sm font-medium">
                {title}
                {isOptional && !isDone ? <Badge>Optional</Badge> : null}
              </h2>
              <p className="text-sm text-muted text-pretty">{description}</p>
            </div>
            <ButtonLink href={href} size="sm" aria-label={`${isDone ? 'Change' : action}: ${title}`}>
              {isDone ? 'Change' : action}
            </ButtonLink>
          </li>
        ))}
      </ol>
    </Card>
  )
}
