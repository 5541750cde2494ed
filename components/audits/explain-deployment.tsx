'use client'

import { FormDialog } from '#components/ui/form/form-dialog.tsx'
import { Textarea } from '#components/ui/form/textarea.tsx'
import { useEndpointForm } from '#components/ui/form/use-endpoint-form.ts'
import { EditButton } from '#components/ui/overlay/dialog-button.tsx'
import { explainAuditDeployment } from '#lib/contracts/routes.ts'

type ExplanationProps = {
  audit: string
  /** Description of the deployment. */
  record: string
  /** Identifier of the deployment. */
  id: string
  /** The saved explanation; empty if there is none. */
  note: string
}

/** Button that opens the explanation of a deployment. */
export const ExplainDeployment = (input: ExplanationProps) => (
  <EditButton
    label={`Explain ${input.record}`}
    className="align-middle"
    dialog={(onClose) => <ExplanationDialog {...input} onClose={onClose} />}
  />
)

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
