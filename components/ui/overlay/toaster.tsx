'use client'

import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { Toaster as SonnerToaster } from 'sonner'

export { toast } from 'sonner'

const icons = {
  success: <CircleCheck className="size-4 text-success-text" />,
  info: <Info className="size-4 text-info-text" />,
  warning: <TriangleAlert className="size-4 text-warning-text" />,
  error: <CircleAlert className="size-4 text-danger-text" />,
}

/** Where messages appear. Those shown before it is mounted appear then. */
export function ToastArea() {
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
