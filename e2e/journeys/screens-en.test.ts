import { walkScreens } from '#e2e/walk-screens.ts'

walkScreens('en', 1440)
