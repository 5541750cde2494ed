type ToastKind = 'success' | 'info' | 'warning' | 'error'

export type ToastMessage = {
  kind: ToastKind
  title: string
  description?: string | undefined
  action?: { label: string; run: () => void } | undefined
  /** A toast with the same id replaces the previous one. */
  id?: string | undefined
}

let deliver: ((message: ToastMessage) => void) | undefined
let waiting: ToastMessage[] = []
let notifyHost: (() => void) | undefined

/** Shows a toast; the toaster loads with the first one. Errors stay until they are closed. */
export function showToast(message: ToastMessage): void {
  if (deliver) {
    deliver(message)
    return
  }
  waiting.push(message)
  notifyHost?.()
}

export const showErrorToast = ({ message }: Error): void => showToast({ kind: 'error', title: message })

/** Calls `listener` if a toast is waiting. For `ToastHost`. */
export function onFirstToast(listener: () => void): () => void {
  notifyHost = listener
  if (waiting.length > 0) listener()
  return () => {
    notifyHost = undefined
  }
}

/** Passes the waiting toasts and all later ones to `to`. For `Toaster`. */
export function deliverToasts(to: (message: ToastMessage) => void): () => void {
  deliver = to
  for (const message of waiting) to(message)
  waiting = []
  return () => {
    deliver = undefined
  }
}
