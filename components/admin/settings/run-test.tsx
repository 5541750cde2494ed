'use client'

import { CircleCheck, CircleX } from 'lucide-react'
import { Button } from '#components/ui/button.tsx'
import { FormError } from '#components/ui/form/form-error.tsx'
import { useEndpointMutation } from '#lib/api/use-endpoint-mutation.ts'
import * as routes from '#lib/contracts/routes.ts'

const words = {
  mail: {
    label: 'Send a test mail',
    hint: 'The test goes to your own e-mail address.',
    missing: 'Mail is off. It needs a mail server, a sender and the public URL.',
  },
  provider: {
    label: 'Test the provider',
    hint: 'Reads the metadata of the provider and tries the credentials. Nobody is signed in.',
    missing: 'Single sign-on is off. It needs issuer, client ID, client secret and the public URL.',
  },
} as const

type RunTestProps = {
  kind: keyof typeof words
  /** True if all required settings are saved. */
  isReady: boolean
  isUnsaved: boolean
}

/** Tests the saved settings and shows the requests and responses. */
export function RunTest({ kind, isReady, isUnsaved }: RunTestProps) {
  const test = useEndpointMutation(kind === 'mail' ? routes.testMail : routes.testProvider)
  const { label, hint, missing } = words[kind]
  const advice = isUnsaved ? 'The test uses the saved settings. Save first.' : hint
  return (
    <div className="flex flex-col gap-3 border-t border-line px-4 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="min-w-0 flex-1 basis-52 text-sm text-muted">{isReady ? advice : missing}</p>
        <Button busy={test.isPending} disabled={!isReady} onClick={() => test.mutate({ body: {} })}>
          {label}
        </Button>
      </div>
      <FormError>{test.error?.message}</FormError>
      <div role="status" className="empty:hidden">
        {test.data ? (
          <ul aria-label="Result of the test" className="flex flex-col gap-2">
            {test.data.steps.map((step) => (
              <li key={step.name} className="flex items-start gap-2 text-sm">
                {step.is_ok ? (
                  <CircleCheck aria-label="Worked" className="mt-0.5 size-4 shrink-0 text-success-text" />
                ) : (
                  <CircleX aria-label="Failed" className="mt-0.5 size-4 shrink-0 text-danger-text" />
                )}
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-medium">{step.message}</p>
                  <p className="text-xs text-muted">{step.sent}</p>
                </div>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  )
}
