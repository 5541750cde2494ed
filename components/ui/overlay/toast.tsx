'use client'

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Toaster as SonnerToaster, toast } from 'sonner'

const icons = {
  success: <CircleCheck className="size-4 text-success-text" />,
  info: <Info className="size-4 text-info-text" />,
  warning: <TriangleAlert className="size-4 text-warning-text" />,
  error: <CircleAlert className="size-4 text-danger-text" />,
}

export function Toaster() {
  return (
    <SonnerToaster
      // The theme is in CSS variables, which sonner's dark rules would override.
      theme="light"
      position="bottom-right"
      icons={icons}
      containerAriaLabel="Messages"
      toastOptions={{
        unstyled: true,
        closeButton: true,
        classNames: {
          toast:
            'flex w-(--width) items-start gap-2.5 rounded-lg border border-line bg-raised p-3 pr-9 text-sm text-ink shadow-raised font-sans',
          content: 'min-w-0 flex-1',
          icon: 'mt-0.5 shrink-0',
          title: 'font-medium',
          description: 'mt-0.5 text-muted',
          actionButton:
            'shrink-0 rounded-sm border border-line-strong/60 px-2 py-0.5 text-xs font-medium hover:bg-sunken',
          closeButton:
            'absolute top-2 right-2 grid size-6 place-items-center rounded-sm text-muted hover:bg-ink/7 hover:text-ink [&_svg]:size-3.5',
        },
      }}
    />
  )
}

export type ToastMessage = {
  kind: keyof typeof icons
  title: string
  description?: string | undefined
  action?: { label: string; run: () => void } | undefined
  /** A toast with the same id replaces the previous one. */
  id?: string | undefined
}

export function showToast({ kind, title, description, action, id }: ToastMessage): void {
  toast[kind](title, {
    description,
    ...(id ? { id } : {}),
    ...(action ? { action: { label: action.label, onClick: action.run } } : {}),
    duration: kind === 'error' ? Number.POSITIVE_INFINITY : action ? 10_000 : 5_000,
  })
}

/** Returns a function that shows an error below a title that says what failed. */
export const failWith = (title: string) => (error: unknown) =>
  showToast({ kind: 'error', title, description: error instanceof Error ? error.message : undefined })

export const showErrorToast = ({ message }: Error): void => showToast({ kind: 'error', title: message })
