import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { MenuGroup, MenuItem, MenuItems } from '#kit/web/ui/menu.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { chooseHomeOf, useHome } from './reporting-api.ts'

/** What may open when one signs in: the cockpit, or one of the published dashboards that one reads. */
export function HomeChoices({ onDone }: { readonly onDone: () => void }) {
  const t = useWords('reporting')
  const navigate = useNavigate()
  const { data, error, refetch } = useHome()
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={3} />
  const choose = (dashboard: number | null) =>
    void chooseHomeOf(dashboard).then(
      (message) => {
        toast.success(message)
        return navigate({ to: dashboard === null ? path('/home') : path('/home/$dashboardId', { dashboardId: dashboard }) })
      },
      (reason: unknown) => toast.error(failureText(reason)),
    )
  return (
    <>
      <MenuItems label={t('home.choose')} close={onDone}>
        <MenuItem checked={data.dashboard === null} onSelect={() => choose(null)}>
          {t('home.cockpit')}
        </MenuItem>
        {data.choices.length > 0 ? (
          <MenuGroup label={t('pages.dashboards')}>
            {data.choices.map(({ id, name }) => (
              <MenuItem key={id} checked={data.dashboard === id} onSelect={() => choose(id)}>
                {name}
              </MenuItem>
            ))}
          </MenuGroup>
        ) : null}
      </MenuItems>
      {data.choices.length === 0 || data.more ? (
        <Text as="p" size={12} tone="quiet" padX={12} padY={6}>
          {data.more ? t('home.more', { count: data.choices.length }) : t('home.none')}
        </Text>
      ) : null}
    </>
  )
}
