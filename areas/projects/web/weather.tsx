import { Cloud, CloudLightning, CloudRain, CloudSun, Sun, type LucideIcon } from 'lucide-react'
import css from './projects.module.css'

const signs: Readonly<Record<string, LucideIcon>> = { SUN: Sun, SUN_CLOUD: CloudSun, CLOUD: Cloud, RAIN: CloudRain, STORM: CloudLightning }

/** The sign of a weather, beside its word. */
export function WeatherSign({ icon, size = 16 }: { readonly icon: string | null | undefined; readonly size?: number }) {
  const Sign = signs[icon ?? ''] ?? Cloud
  return <Sign size={size} aria-hidden className={css.sign} data-icon={icon ?? undefined} />
}
