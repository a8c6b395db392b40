import { useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { namedOption } from '#kit/web/ui/option.ts'
import { Select } from '#kit/web/ui/select.tsx'
import css from './debt-page.module.css'

/** A perimeter of those that the reader may open, with what lies below it; none is everywhere. */
export function WithinSelect({ value, onChange }: { readonly value: number | undefined; readonly onChange: (id: number | undefined) => void }) {
  const t = useWords('exemptions')
  const { data = [] } = useQuery({
    queryKey: ['perimeter', 'of debt'],
    queryFn: ({ signal }) => api.get<ListAnswer<Reference>>('/perimeter', { query: { limit: rowLimit }, signal }),
    select: ({ objects }) => objects,
  })
  return (
    <div className={css.policy}>
      <Select
        aria-label={t('debt.within')}
        placeholder={t('debt.everywhere')}
        clearable
        value={value === undefined ? null : String(value)}
        options={data.map(({ id, name }) => namedOption(id, name ?? ''))}
        onChange={(id) => onChange(id === null ? undefined : Number(id))}
      />
    </div>
  )
}
