import { useMemo } from 'react'
import type { SharedMapping } from '#areas/catalog/contract/shared.ts'
import type { SharedPolicy } from '#areas/policies/contract/shared.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Column } from '#kit/web/table/columns.ts'
import { TwoLines } from '#kit/web/ui/tabbed-list.tsx'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { isPhone } from '#kit/web/ui/use-width.ts'
import type { SharedKind, SharedRow } from './use-shared.ts'

export const isMapping = (row: SharedRow): row is SharedMapping & SharedRow => 'pairs' in row
/** The end of a URN, which says what it names. */
export const urnTail = (urn: string): string => urn.slice(urn.lastIndexOf(':') + 1)
export const isPolicy = (row: SharedRow): row is SharedPolicy & SharedRow => 'requirements' in row

/** What a shared row is, who shares it, and whether it is the organisation's already. */
export function useSharedColumns(kind: SharedKind): Column<SharedRow>[] {
  const t = useWords('policies')
  const format = useFormat()
  const language = useLanguage()
  return useMemo(() => {
    const under = (row: SharedRow) =>
      isPolicy(row)
        ? [row.kind && t(`entities.policy.choices.kind.${row.kind}`), row.provider, t('shared.version', { number: String(row.number) })]
        : 'category' in row
          ? [row.identifier, row.category]
          : isMapping(row)
            ? [t('shared.leads', { from: urnTail(row.source_framework_urn), to: urnTail(row.target_framework_urn) })]
            : [row.identifier]
    const phone = isPhone()
    const all: Column<SharedRow>[] = [
      {
        name: 'name',
        label: t('entities.policy.fields.name'),
        width: 180,
        grow: true,
        sortable: true,
        cell: (row) => <TwoLines name={row.name ?? ''} text={under(row).filter(Boolean).join(' · ')} />,
      },
      {
        name: 'catalog_type',
        label: t('shared.by'),
        width: 150,
        hidden: phone,
        sortable: true,
        cell: (row) => <Tag>{t(`shared.by_whom.${row.catalog_type}`)}</Tag>,
      },
      ...(kind === 'policy'
        ? [
            {
              name: 'requirements',
              label: t('shared.content'),
              width: 240,
              hidden: phone,
              sortable: true,
              cell: (row: SharedRow) => (isPolicy(row) ? t('shared.content_of', { requirements: row.requirements, models: row.models }) : ''),
            },
          ]
        : kind === 'solution'
          ? [
              {
                name: 'build_days',
                label: t('shared.effort'),
                width: 150,
                hidden: phone,
                sortable: true,
                cell: (row: SharedRow) => ('build_days' in row && row.build_days !== null ? t('shared.days', { days: row.build_days }) : ''),
              },
            ]
          : kind === 'mapping_set'
            ? [
                {
                  name: 'pairs',
                  label: t('shared.content'),
                  width: 150,
                  hidden: phone,
                  sortable: true,
                  cell: (row: SharedRow) => (isMapping(row) ? t('shared.pairs', { pairs: row.pairs }) : ''),
                },
              ]
            : []),
      {
        name: 'own',
        label: t('shared.state'),
        width: 150,
        sortable: true,
        value: (row) => (row.own ? (row.changed ? 1 : 2) : 0),
        cell: (row) =>
          row.own ? (
            <StatusBadge tone={row.changed ? 'warning' : 'success'} glyph={row.changed ? 'half' : 'check'}>
              {t(row.changed ? 'shared.changed' : 'shared.adopted')}
            </StatusBadge>
          ) : null,
      },
    ]
    return all.filter((column) => !column.hidden)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- words and formats follow the language
  }, [kind, language, format])
}
