import type { ComponentProps, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, getIconButtonClass } from './button.tsx'
import { Tooltip } from './overlay/tooltip.tsx'
import { Spinner } from './spinner.tsx'

type IconButtonProps = Omit<ComponentProps<'button'>, 'children' | 'aria-label'> & {
  /** Accessible name and tooltip. */
  label: string
  icon: ReactNode
  variant?: ButtonVariant
  size?: ButtonSize
  busy?: boolean
}

/** Button with one icon. */
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
    <Tooltip text={label}>
      <button
        {...rest}
        type={busy ? 'button' : type}
        aria-label={label}
        // Without it, the tooltip would repeat the label.
        aria-describedby={rest['aria-describedby']}
        aria-disabled={busy || rest['aria-disabled'] || undefined}
        aria-busy={busy || undefined}
        onClick={busy ? undefined : onClick}
        className={getIconButtonClass(variant, size, className)}
      >
        {busy ? <Spinner /> : icon}
      </button>
    </Tooltip>
  )
}
