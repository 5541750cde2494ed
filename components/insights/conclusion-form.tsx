'use client'

import { useMay } from '#components/layout/user-context.tsx'
import { FormCard } from '#components/ui/form/entry-form.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { WriteButton } from '#components/ui/overlay/confirm-write.tsx'
import type { Conclusion } from '#lib/contracts/app/conclusions.ts'
import { signConclusion, writeConclusion } from '#lib/contracts/routes.ts'
import { wordQuarter } from '#lib/domain/metrics/metric-period.ts'

type ConclusionFormProps = { quarter: string; latest: Conclusion | undefined; isOwn: boolean }

/** Where managers write what they conclude about a quarter, and one who did not write it signs it. */
export function ConclusionForm({ quarter, latest, isOwn }: ConclusionFormProps) {
  const draft = latest?.signed_at === null ? latest : undefined
  const version = latest && { ifMatch: `"v${latest.version}"` }
  const { form, Field, state } = useEndpointForm(writeConclusion, {
    values: { text: draft?.text ?? '' },
    input: (body) => ({ params: { quarter }, body, ...version }),
    done: 'Saved with the figures of now',
  })
  if (!useMay('manager')) return null
  const isUnchanged = !form.formState.isDirty
  return (
    <FormCard
      {...state}
      id="write-conclusion"
      title={latest && !draft ? 'Another edition' : draft ? 'Edit the conclusion' : 'Conclude the quarter'}
      description="What do these figures mean, and what follows from them? Saving stores the figures with the text, as they are now. Another manager then signs both."
      submitLabel="Save"
      isUnchanged={isUnchanged}
      actions={
        draft ? (
          <WriteButton
            route={signConclusion}
            input={{ params: { quarter }, ...version }}
            disabled={isOwn || !isUnchanged}
            done="Signed"
            confirm={{
              title: `Sign the conclusion of ${wordQuarter(quarter)}?`,
              description: 'Text and figures then stay as they are. What is written later is another edition.',
              confirmLabel: 'Sign',
            }}
          >
            {isOwn ? 'Another manager signs it' : 'Sign'}
          </WriteButton>
        ) : null
      }
    >
      <Field
        name="text"
        label="Conclusion"
        hint="Markdown: headings, lists, links, tables"
        required
        as={Textarea}
        rows={8}
      />
    </FormCard>
  )
}
