import { KeyRound, Link2Off, Pause, Play, Plus, UserCheck } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { scimConnection } from '#areas/scim/contract/connection.ts'
import { lasts, pause, revoke, takeOver, type Connection } from './connection-acts.ts'
import { NewConnectionDialog, NewTokenDialog } from './new-connection-dialog.tsx'
import { TokenDialog, type ShownToken } from './token-dialog.tsx'

definePresentation(scimConnection, { widths: { name: 200, state: 140, prefix: 150, people: 100, groups: 100, maker: 170, last_at: 150, ends_on: 130 } })

const defaults = { filters: [{ name: 'state', selected_options: ['ON', 'TRIAL', 'PAUSED', 'ENDING', 'SUSPENDED', 'ENDED'] }] }

/** The identity providers that keep people in step; one of them opens a page of its own. */
export function Page() {
  const t = useWords('scim')
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const [rotating, setRotating] = useState<Connection>()
  const [shown, setShown] = useState<ShownToken>()
  const rowActions = useMemo(
    (): readonly RowAction<Connection>[] => [
      { name: 'rotate', label: t('connection.new_token'), icon: KeyRound, show: lasts, run: setRotating },
      { name: 'pause', label: t('connection.pause'), icon: Pause, show: (row) => lasts(row) && !row.paused, run: (row) => void pause(row) },
      { name: 'go_on', label: t('connection.go_on'), icon: Play, show: (row) => lasts(row) && row.paused, run: (row) => void pause(row) },
      { name: 'take_over', label: t('connection.take_over'), icon: UserCheck, show: lasts, run: (row) => void takeOver(row, t) },
      { name: 'revoke', label: t('connection.revoke'), icon: Link2Off, danger: true, show: lasts, run: (row) => void revoke(row, t) },
    ],
    [t],
  )
  const open = (id: number) => void navigate({ to: path('/admin/public_api/scim/$id', { id }) })
  const button = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('entities.scim_connection.new')}
    </Button>
  )
  return (
    <>
      <ListPage
        entity={scimConnection}
        defaults={defaults}
        rowActions={rowActions}
        onOpen={(row) => open(row.id)}
        tools={button}
        onPhoneNew={() => setMaking(true)}
        past={false}
      />
      {making ? (
        <NewConnectionDialog
          onClose={() => setMaking(false)}
          onMade={(made) => {
            setMaking(false)
            setShown(made)
          }}
        />
      ) : null}
      {rotating ? (
        <NewTokenDialog
          id={rotating.id}
          name={rotating.name ?? ''}
          onClose={() => setRotating(undefined)}
          onMade={(made) => {
            setRotating(undefined)
            setShown(made)
          }}
        />
      ) : null}
      {shown ? (
        <TokenDialog
          shown={shown}
          onClose={() => {
            setShown(undefined)
            open(shown.made.id)
          }}
        />
      ) : null}
    </>
  )
}
