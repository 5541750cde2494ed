import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, getIconButtonClass } from './button.tsx'
import { Spinner } from './spinner.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
}

/** Button with one icon; `TooltipLayer` shows its tooltip. */
export function IconButton({
  label,
  icon,
  variant,
  size,
  busy = false,
  type = 'button',
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  return (
    <button
      data-tooltip={label}
      {...rest}
      type={busy ? 'button' : type}
      aria-label={label}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? undefined : onClick}
      className={getIconButtonClass(variant, size, className)}
    >
      {busy ? <Spinner /> : icon}
    </button>
  )
}
