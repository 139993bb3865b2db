import { createRoot } from 'react-dom/client'

// Runs the library in a step of its own, before start.tsx asks for it.
export const makeRoot = createRoot
