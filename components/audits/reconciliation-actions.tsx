'use client'

import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { Button } from '#components/ui/button.tsx'
import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { EditButton } from '#components/ui/overlay/dialog-button.tsx'
import { showErrorToast, showToast } from '#components/ui/overlay/toast.tsx'
import { useHydrated } from '#components/ui/use-hydrated.ts'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import { countAuditSources, explainAuditDeployment } from '#lib/contracts/routes.ts'

/** Asks the sources for their counts, which takes some seconds. */
export function CountSources({ audit }: { audit: string }) {
  const router = useRouter()
  const isHydrated = useHydrated()
  const count = useEndpointMutation(countAuditSources)
  const ask = () =>
    count.mutate(
      { params: { id: audit } },
      {
        onSuccess: () => {
          showToast({ kind: 'success', title: 'The sources were asked' })
          router.refresh()
        },
        onError: showErrorToast,
      },
    )
  return (
    <Button
      size="sm"
      icon={<RefreshCw aria-hidden="true" />}
      disabled={!isHydrated}
      busy={count.isPending}
      onClick={ask}
    >
      Count at the source
    </Button>
  )
}

/** Button that opens the explanation of a deployment. */
export const ExplainDeployment = (input: ExplanationProps) => (
  <EditButton
    label={`Explain ${input.record}`}
    className="align-middle"
    dialog={(onClose) => <ExplanationDialog {...input} onClose={onClose} />}
  />
)

type ExplanationProps = {
  audit: string
  /** Description of the deployment. */
  record: string
  /** Identifier of the deployment. */
  id: string
  /** The saved explanation; empty if there is none. */
  note: string
}

/** Dialog for the reason why a deployment needed no authorised change. */
function ExplanationDialog({ audit, record, id, note, onClose }: ExplanationProps & { onClose: () => void }) {
  const { Field, state } = useEndpointForm(explainAuditDeployment, {
    values: { explanation: note },
    input: (body) => ({ params: { id: audit, deployment: id }, body }),
    done: 'Explanation saved',
    onDone: onClose,
  })
  return (
    <FormDialog {...state} title="Explain the deployment" description={record} submitLabel="Save" onClose={onClose}>
      <Field
        name="explanation"
        label="Explanation"
        hint="Why it needed no authorised change. Your name stands with it."
        as={Textarea}
        rows={4}
        required
      />
    </FormDialog>
  )
}
