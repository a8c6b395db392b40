import type { SVGProps } from 'react'

interface IconProps extends SVGProps<SVGSVGElement> {
  readonly size?: number | string
}

/** Whether it says itself what it is to assistive technology, as lucide has it. */
const isNamed = (props: object) => Object.entries(props).some(([key, value]) => value != null && (key.startsWith('aria-') || key === 'role' || key === 'title'))

/**
 * What the built application draws an icon of lucide's with (`light-icons.ts`): the same picture of 24 units, as one path, by one component
 * instead of three and an element for each stroke. `dots` are filled as well.
 */
export function icon(d: string, dots?: string) {
  return function Icon({ size = 24, color = 'currentColor', strokeWidth = 2, ...rest }: IconProps) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke={color}
        strokeWidth={strokeWidth}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden={isNamed(rest) ? undefined : true}
        {...rest}
      >
        <path d={d} />
        {dots ? <path d={dots} fill={color} /> : null}
      </svg>
    )
  }
}
