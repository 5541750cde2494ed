import type { Metadata } from 'next'
import { ResetPasswordForm } from '#components/sign-in/reset-password-form.tsx'
import { SignInFrame } from '#components/sign-in/sign-in-frame.tsx'

export const metadata: Metadata = { title: 'New password', robots: { index: false } }
export const dynamic = 'force-dynamic'

export default function ResetPasswordPage() {
  return (
    <SignInFrame title="New password">
      <ResetPasswordForm />
    </SignInFrame>
  )
}
