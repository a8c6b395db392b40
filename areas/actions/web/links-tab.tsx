import { Link } from '@tanstack/react-router'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Facts } from '#kit/web/ui/page.tsx'
import type { Action } from './presentation.tsx'

/** What an action belongs to and serves. */
export function LinksTab({ row }: { readonly row: Action }) {
  const t = useWords('actions')
  const measureLink = (measure: { id: number; name: string; identifier?: string | null }) => (
    <Link key={measure.id} to={path('/org/security-bases', { id: measure.id })}>
      {[measure.identifier, measure.name].filter(Boolean).join(' ')}
    </Link>
  )
  return (
    <Facts
      facts={[
        ...(row.program
          ? [
              [
                t('panel.plan'),
                <Link key="plan" to={path('/actions/$id', { id: row.program.id })}>
                  {row.program.name}
                </Link>,
              ] as const,
            ]
          : []),
        ...(row.measure ? [[t('panel.measure'), measureLink(row.measure)] as const] : []),
        ...row.measures.map((measure) => [t('panel.also'), measureLink(measure)] as const),
        ...(row.source ? [[t('panel.source'), t(`entities.remediation.choices.source.${row.source}`)] as const] : []),
      ]}
    />
  )
}
