import './page.css'
import './jitless.ts'
import './main.tsx'
