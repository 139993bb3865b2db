// Runs the library in a step of its own, before start.tsx asks for it.
export { createRoot } from 'react-dom/client'
