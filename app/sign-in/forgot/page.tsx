import type { Metadata } from 'next'
import { ForgotPasswordForm } from '#components/sign-in/forgot-password-form.tsx'
import { SignInFrame } from '#components/sign-in/sign-in-frame.tsx'
import { getRuntime } from '#server/platform/runtime/runtime.ts'

export const metadata: Metadata = { title: 'Forgot password' }
export const dynamic = 'force-dynamic'

export default function ForgotPasswordPage() {
  const { mail, arePasswordsOn } = getRuntime().env
  return (
    <SignInFrame title="Forgot password">
      {mail && arePasswordsOn ? (
        <ForgotPasswordForm />
      ) : (
        <p className="text-sm">Ask an administrator of Hindsight to set a new password.</p>
      )}
    </SignInFrame>
  )
}
