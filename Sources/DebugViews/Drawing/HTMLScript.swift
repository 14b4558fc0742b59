/// The script of a debug view's page: it shows details, and moves what lies along the time axis.
enum HTMLScript {
  /// The script, in plain JavaScript.
  static let text = #"""
    (() => {
      'use strict';
      const svg = document.querySelector('main svg');
      const panel = document.getElementById('details');
      const details = JSON.parse(document.getElementById('data').textContent);
      const number = name => Number(svg.dataset[name]);
      const [left, length, duration] = [number('left'), number('length'), number('duration')];
      const [top, bottom] = [number('top'), number('bottom')];
      const right = left + length;
      const pen = document.createElement('canvas').getContext('2d');

      // The part of the film that is seen, from 0 to 1.
      let from = 0, to = 1;
      const x = part => left + (part - from) / (to - from) * length;
      const within = place => Math.max(left - 4, Math.min(right + 4, place));

      const make = (name, parent, attributes, words) => {
        const made = document.createElementNS('http://www.w3.org/2000/svg', name);
        for (const key in attributes) made.setAttribute(key, attributes[key]);
        if (words !== undefined) made.textContent = words;
        return parent.appendChild(made);
      };
      const elided = (words, room) => {
        if (pen.measureText(words).width <= room) return words;
        let count = Math.min(words.length, Math.max(0, Math.floor(room / 3)));
        while (count > 0 && pen.measureText(words.slice(0, count) + '…').width > room) count -= 1;
        return count > 0 ? words.slice(0, count) + '…' : '';
      };

      const boxes = [...svg.querySelectorAll('.box')].map(group => ({
        group, a: Number(group.dataset.a), b: Number(group.dataset.b), words: group.dataset.t, y: group.dataset.y,
        rect: group.querySelector('rect'), swatch: group.querySelector('.swatch'), label: group.querySelector('text')
      }));
      const marks = [...svg.querySelectorAll('.mark')].map(group => ({
        group, a: Number(group.dataset.a), b: Number(group.dataset.b), flaw: group.querySelector('.flaw'),
        badge: group.querySelector('.badge'), y: group.querySelector('.badge').transform.baseVal.getItem(0).matrix.f
      }));
      const curves = [...svg.querySelectorAll('.curve')].map(line => ({
        line, points: line.dataset.p.split(' ').map(point => point.split(',').map(Number))
      }));
      const playhead = svg.querySelector('.playhead');

      const drawBox = box => {
        const [a, b] = [x(box.a), x(box.b)];
        const isSeen = b >= left && a <= right;
        box.group.style.display = isSeen ? '' : 'none';
        if (!isSeen) return;
        const [start, end] = [within(a), within(b)];
        const width = Math.max(0.75, end - start);
        box.rect.setAttribute('x', start);
        box.rect.setAttribute('width', width);
        let margin = 4;
        if (box.swatch) {
          margin = 19;
          box.swatch.setAttribute('x', Math.max(start, left) + 4);
          box.swatch.style.display = width >= 24 ? '' : 'none';
        }
        if (!box.words) return;
        const place = Math.max(start, left) + margin;
        const words = elided(box.words, Math.min(start + width, right) - 4 - place);
        if (!box.label && words) box.label = make('text', box.group, { y: box.y });
        if (!box.label) return;
        box.label.setAttribute('x', place);
        box.label.textContent = words;
      };
      const drawMark = mark => {
        const [a, b] = [x(mark.a), x(mark.b)];
        mark.group.style.display = b >= left && a <= right ? '' : 'none';
        mark.flaw.setAttribute('x', within(a));
        mark.flaw.setAttribute('width', Math.max(2, within(b) - within(a)));
        const place = Math.max(left + 9, Math.min(right - 9, a));
        mark.badge.setAttribute('transform', `translate(${place} ${mark.y})`);
      };

      // The distances of the axis's times, in seconds.
      const steps = [1e-5, 1e-4, 1e-3, 1e-2, 1e-1].flatMap(unit => [unit, 2 * unit, 5 * unit]).concat(
        [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 14400, 21600, 43200, 86400]);
      const clock = (seconds, step) => {
        const decimals = step < 1 ? Math.max(0, Math.ceil(-Math.log10(step) - 1e-9)) : 0;
        const two = value => String(value).padStart(2, '0');
        const whole = Math.floor(Number(seconds.toFixed(decimals)));
        const rest = decimals > 0 ? (seconds - whole).toFixed(decimals).slice(-decimals - 1) : '';
        const minutes = whole >= 3600
          ? `${Math.floor(whole / 3600)}:${two(Math.floor(whole / 60) % 60)}` : `${Math.floor(whole / 60)}`;
        return `${minutes}:${two(whole % 60)}${rest}`;
      };
      const drawAxis = () => {
        const lines = document.getElementById('lines');
        const times = document.getElementById('times');
        lines.textContent = times.textContent = '';
        const seen = duration * (to - from);
        const least = 90 / length * seen;
        const step = steps.find(step => step >= least) || 86400 * Math.ceil(least / 86400);
        const last = Math.floor(duration * to / step + 1e-9);
        for (let index = Math.ceil(duration * from / step - 1e-9); index <= last; index += 1) {
          const place = x(index * step / duration);
          make('line', lines, { x1: place, x2: place, y1: top + 4, y2: bottom });
          if (place + 70 < right + 24) {
            make('text', times, { class: 'time', x: place + 4, y: top + 16 }, clock(index * step, step));
          }
        }
      };

      let isWaiting = false;
      const draw = () => {
        isWaiting = false;
        pen.font = `12px ${getComputedStyle(svg).fontFamily}`;
        boxes.forEach(drawBox);
        marks.forEach(drawMark);
        for (const curve of curves) {
          const points = curve.points.map(([part, y]) => `${x(part)},${y}`);
          curve.line.setAttribute('points', points.join(' '));
        }
        if (playhead) {
          const place = x(Number(playhead.dataset.a));
          playhead.style.display = place >= left && place <= right ? '' : 'none';
          playhead.firstElementChild.setAttribute('transform', `translate(${place} 0)`);
        }
        drawAxis();
      };
      const see = (start, size) => {
        // Ten samples are as close as one comes.
        const width = Math.min(1, Math.max(Math.min(1, 0.0002 / duration), size));
        from = Math.max(0, Math.min(1 - width, start));
        to = from + width;
        if (!isWaiting) requestAnimationFrame(draw);
        isWaiting = true;
      };
      const zoom = (factor, at) => see(at - (at - from) * factor, (to - from) * factor);
      const move = part => see(from + part * (to - from), to - from);
      const middle = () => (from + to) / 2;

      let kept = null;
      const show = index => {
        const entry = details[index];
        panel.style.display = entry ? 'block' : 'none';
        panel.textContent = '';
        if (!entry) return;
        const add = (name, words, parent = panel) => {
          const made = parent.appendChild(document.createElement(name));
          made.textContent = words;
          return made;
        };
        add('h2', entry.title);
        entry.facts.forEach(fact => add('p', fact));
        if (entry.pointer !== undefined) add('code', entry.pointer || 'the whole project', add('p', 'In the project: '));
        if (entry.json) add('pre', entry.json);
      };
      const keep = group => {
        if (kept) kept.classList.remove('kept');
        kept = group;
        if (kept) kept.classList.add('kept');
        show(kept ? Number(kept.dataset.i) : -1);
      };
      for (const group of svg.querySelectorAll('[data-i]')) {
        group.setAttribute('tabindex', '0');
        group.addEventListener('mouseenter', () => { if (!kept) show(Number(group.dataset.i)); });
        group.addEventListener('mouseleave', () => { if (!kept) show(-1); });
        group.addEventListener('focus', () => { if (!kept) show(Number(group.dataset.i)); });
        group.addEventListener('click', () => keep(group === kept ? null : group));
      }

      svg.addEventListener('wheel', event => {
        const box = svg.getBoundingClientRect();
        const scale = svg.viewBox.baseVal.width / box.width;
        const place = [(event.clientX - box.left) * scale, (event.clientY - box.top) * scale];
        if (place[0] < left || place[0] > right || place[1] < top || place[1] > bottom) return;
        event.preventDefault();
        if (event.shiftKey) return move(Math.sign(event.deltaY + event.deltaX) * 0.1);
        if (event.deltaY !== 0) zoom(event.deltaY > 0 ? 1.25 : 0.8, from + (place[0] - left) / length * (to - from));
      }, { passive: false });
      document.getElementById('closer').addEventListener('click', () => zoom(0.5, middle()));
      document.getElementById('farther').addEventListener('click', () => zoom(2, middle()));
      document.getElementById('whole').addEventListener('click', () => see(0, 1));
      const keys = {
        '+': () => zoom(0.5, middle()), '=': () => zoom(0.5, middle()), '-': () => zoom(2, middle()),
        '0': () => see(0, 1), ArrowLeft: () => move(-0.2), ArrowRight: () => move(0.2), Escape: () => keep(null),
        Enter: () => { const group = document.activeElement; if (group && group.dataset.i) keep(group); }
      };
      document.addEventListener('keydown', event => {
        if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
        if (event.key === 'Enter' && document.activeElement.tagName === 'BUTTON') return;
        event.preventDefault();
        keys[event.key]();
      });
    })();
    """#
}
