import type { Config } from 'tailwindcss'

const tone = (name: string) => ({
  DEFAULT: `var(--${name})`,
  text: `var(--${name}-text)`,
  soft: `var(--${name}-soft)`,
  line: `var(--${name}-line)`,
})

/** Colours are the tokens of `app/globals.css`; nothing else in the interface names a colour. */
export default {
  content: ['./app/**/*.{ts,tsx}', './components/**/*.{ts,tsx}'],
  darkMode: ['selector', '.dark'],
  theme: {
    colors: {
      transparent: 'transparent',
      current: 'currentColor',
      bg: 'var(--bg)',
      surface: 'var(--surface)',
      raised: 'var(--raised)',
      sunken: 'var(--sunken)',
      line: { DEFAULT: 'var(--line)', strong: 'var(--line-strong)' },
      ink: 'var(--ink)',
      muted: 'var(--muted)',
      accent: { ...tone('accent'), hover: 'var(--accent-hover)' },
      'on-accent': 'var(--on-accent)',
      success: tone('success'),
      warning: tone('warning'),
      danger: { ...tone('danger'), hover: 'var(--danger-hover)' },
      'on-danger': 'var(--on-danger)',
      info: tone('info'),
      focus: 'var(--focus)',
      overlay: 'var(--overlay)',
    },
    fontSize: {
      '2xs': ['0.6875rem', '1rem'],
      xs: ['0.75rem', '1.125rem'],
      sm: ['0.8125rem', '1.25rem'],
      base: ['0.875rem', '1.375rem'],
      md: ['0.9375rem', '1.5rem'],
      lg: ['1.0625rem', '1.5rem'],
      xl: ['1.25rem', '1.75rem'],
      '2xl': ['1.5rem', '2rem'],
    },
    extend: {
      fontFamily: {
        sans: [
          'var(--font-geist-sans-extended, ui-sans-serif)',
          'var(--font-geist-sans, ui-sans-serif)',
          'system-ui',
          'sans-serif',
        ],
        mono: ['var(--font-geist-mono, ui-monospace)', 'SFMono-Regular', 'monospace'],
      },
      borderRadius: { sm: '4px', md: '6px', lg: '8px', xl: '12px' },
      boxShadow: {
        control: '0 1px 1px 0 var(--shadow)',
        raised: '0 1px 2px 0 var(--shadow), 0 8px 24px -6px var(--shadow-deep)',
      },
      keyframes: {
        appear: { from: { opacity: '0' } },
        rise: { from: { opacity: '0', transform: 'translateY(4px) scale(0.985)' } },
        'enter-left': { from: { transform: 'translateX(-100%)' } },
        'enter-right': { from: { transform: 'translateX(100%)' } },
        sweep: { from: { transform: 'translateX(-100%)' }, to: { transform: 'translateX(300%)' } },
      },
      animation: {
        appear: 'appear 120ms ease-out',
        rise: 'rise 120ms ease-out',
        'enter-left': 'enter-left 160ms ease-out',
        'enter-right': 'enter-right 160ms ease-out',
        sweep: 'sweep 1.4s ease-in-out infinite',
      },
      maxWidth: { prose: '72ch', page: '110rem' },
    },
  },
} satisfies Config
