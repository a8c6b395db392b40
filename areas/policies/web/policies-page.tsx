import { Copy, ListChecks, Share2, Upload } from 'lucide-react'
import { useMemo } from 'react'
import type { forkPolicy } from '#areas/policies/contract/calls.ts'
import { policy } from '#areas/policies/contract/policy.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useRight } from '#kit/web/api/session.ts'
import { ApiError, api } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'

type Policy = RowOf<typeof policy>

definePresentation(policy, { widths: { identifier: 160, requirements: 120 } })

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** The frameworks that the organisation answers to (POL-01). */
export function Page() {
  const t = useWords('policies')
  const kit = useWords('kit')
  const navigate = useNavigate()
  const mayCreate = useRight('policy.create')
  const maySee = useRight('shared_catalog.read')
  const open = (id: number) => void navigate({ to: path('/org/policies/$id', { id }) })
  const rowActions = useMemo(
    (): readonly RowAction<Policy>[] => [
      {
        name: 'fork',
        label: kit('actions.duplicate'),
        icon: Copy,
        show: () => mayCreate,
        run: (row) =>
          void (async () => {
            const question = { title: kit('confirm.fork'), message: t('confirm.fork', { name: row.name ?? '' }), confirm: kit('yes'), cancel: kit('no') }
            if (!(await confirm(question))) return
            try {
              const { message = '' } = await api.call<typeof forkPolicy>('POST /policy/fork', { body: { id: row.id } })
              toast.success(message)
            } catch (reason) {
              // A refusal says why; anything else is told in the words of POL-08.
              toast.error(reason instanceof ApiError && reason.status < 500 ? reason.message : t('errors.duplication'))
            }
            await renewed()
          })(),
      },
    ],
    [t, kit, mayCreate],
  )
  const tools = (
    <>
      <ButtonLink to={path('/org/policies/requirements')} icon={<ListChecks size={14} aria-hidden />}>
        {t('pages.requirements')}
      </ButtonLink>
      {maySee ? (
        <ButtonLink to={path('/admin/catalog/policies')} icon={<Share2 size={14} aria-hidden />}>
          {t('shared.from')}
        </ButtonLink>
      ) : null}
      {mayCreate ? (
        <ButtonLink to={path('/org/policies/shelf')} icon={<Upload size={14} aria-hidden />}>
          {t('actions.import_framework')}
        </ButtonLink>
      ) : null}
    </>
  )
  const way = mayCreate ? { label: t('actions.import_framework'), to: path('/org/policies/shelf') } : undefined
  return <ListPage entity={policy} defaults={defaults} rowActions={rowActions} onOpen={(row) => open(row.id)} tools={tools} way={way} />
}
