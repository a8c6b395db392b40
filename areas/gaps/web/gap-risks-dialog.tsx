import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { gap } from '#areas/gaps/contract/gap.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { Reference } from '#kit/contract/field.ts'
import { only } from '#kit/contract/figure.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { MultiSelect } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'

/** How many risks one gap is linked to at a time. */
const most = 100

const shownAs = ({ identifier, name }: Reference) => (identifier ? `${identifier} ${name}` : name)

interface GapRisksProps {
  readonly row: RowOf<typeof gap>
  readonly onClose: () => void
}

/** The risks that a gap concerns: chosen from what there is, and taken away again. */
export function GapRisksDialog({ row, onClose }: GapRisksProps) {
  const t = useWords('gaps')
  const kit = useWords('kit')
  const { data, error, refetch } = useQuery({
    queryKey: ['risk', 'of gap', row.id],
    queryFn: ({ signal }) => api.post<ListAnswer<Reference>>('/risk/page', { queryParams: { filters: [only('gaps', row.id)], per_page: most } }, { signal }),
    staleTime: 0,
  })
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<readonly Reference[]>()
  const { options, more, busy, failed } = useOptions('risk', text, true)
  const linked = data?.objects ?? []
  const now = chosen ?? linked
  const known = new Map([...options, ...now].map((one) => [String(one.id), one]))
  const found = new Set(options.map(({ id }) => id))
  const offered = [...(text.trim() ? [] : now.filter(({ id }) => !found.has(id))), ...options]
  const without = (some: readonly Reference[], others: readonly Reference[]) =>
    some.filter(({ id }) => !others.some((other) => other.id === id)).map(({ id }) => id)
  const [add, remove] = [without(now, linked), without(linked, now)]
  const send = async () => (await api.put<{ message?: string }>(`/gap/${row.id}/risks`, { add, remove })).message
  return (
    <FormDialog title={t('gap.risks')} action={kit('actions.save')} complete={add.length + remove.length > 0} send={send} onClose={onClose}>
      <p>{t('gap.risks_text')}</p>
      {error ? (
        <ErrorState reason={error} onRetry={() => void refetch()} />
      ) : data ? (
        <MultiSelect
          label={t('gap.risks_label')}
          max={most}
          value={now.map(({ id }) => String(id))}
          options={offered.map((one) => namedOption(one.id, shownAs(one)))}
          more={more}
          loading={busy}
          failed={failed}
          onSearch={setText}
          onChange={(ids) => setChosen(ids.flatMap((id) => known.get(id) ?? []))}
        />
      ) : (
        <SkeletonRows count={1} />
      )}
    </FormDialog>
  )
}
