// Runs the frame of the app and its libraries in a step of its own, before start.tsx asks for them.
export { queryClient } from '../data/query.ts'
export { RootLayout } from '../shell/root-layout.tsx'
