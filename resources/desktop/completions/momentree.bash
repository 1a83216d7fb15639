# SPDX-License-Identifier: Apache-2.0
# Completion of momentree's command line for bash.
_momentree_ids() { momentree list "$1" 2>/dev/null | awk '/^[a-z]/ {print $1}'; }

_momentree() {
    local cur prev words cword
    _init_completion -n = 2>/dev/null || {
        cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
        words=("${COMP_WORDS[@]}") cword=$COMP_CWORD
    }
    local times="--step --duration --sample"
    local table="--csv --columns --units --set --free-base --root --limits --package --verbose --board-secret --quiet --help"
    local command=${words[1]} options=""
    case $prev in
        --formulation) COMPREPLY=($(compgen -W "$(_momentree_ids formulations)" -- "$cur")); return ;;
        --backend) COMPREPLY=($(compgen -W "$(_momentree_ids backends)" -- "$cur")); return ;;
        --integrator) COMPREPLY=($(compgen -W "$(_momentree_ids integrators)" -- "$cur")); return ;;
        --with) COMPREPLY=($(compgen -W "$(_momentree_ids formulations)" -- "$cur")); return ;;
        --make) COMPREPLY=($(compgen -W "nbgrader prairielearn" -- "$cur")); return ;;
        --fmi) COMPREPLY=($(compgen -W "2 3" -- "$cur")); return ;;
        --columns) COMPREPLY=($(compgen -W "all probes" -- "$cur")); return ;;
        --step|--duration|--sample|--set|--package|--jobs|--task) return ;;
        --csv|--report|--png|--lab-report|--hdf5|--parquet|--capsule|--vtk|--controller|--recording|--mapping|--to|--table|--out|--lesson|--exercise|--board-secret|--secret) COMPREPLY=($(compgen -f -- "$cur")); return ;;
    esac
    case $command in
        run) options="--formulation --backend --integrator --error --report --png --lab-report --hdf5 --parquet --capsule --vtk --controller $times $table" ;;
        compare) options="--with --recording --mapping --out --jobs --task --table --work-precision $times $table" ;;
        replay) options="--board-secret --quiet --help" ;;
        analyse) if ((cword == 2)); then
                     COMPREPLY=($(compgen -W "inverse-dynamics kinematics modes equilibrium worst-loads reach fit sensitivity error" -- "$cur"))
                     return
                 fi
                 options="--duration --step --csv --json --load-case --body --data --parameters --columns --over --actuated --set --free-base --root --limits --package --verbose --quiet --help" ;;
        synthesise) if ((cword == 2)); then
                        COMPREPLY=($(compgen -W "path positions function" -- "$cur"))
                        return
                    fi
                    options="--to --family --cranks --transmission --longest --pivots --ground --seed --seconds --jobs --json --help" ;;
        grade) options="--exercise --task --make --to --json --csv --jobs --help" ;;
        check) options="--set --free-base --root --limits --package --verbose --quiet --json --help" ;;
        export) options="--to --fmi --set --free-base --root --limits --package --verbose --quiet --help" ;;
        generate) options="--to --batch --gradient --by --set --free-base --root --limits --package --verbose --quiet --help" ;;
        paper) if ((cword == 2)); then
                   COMPREPLY=($(compgen -W "hdca-fpga index3-dca naudet" -- "$cur"))
                   return
               fi
               options="--csv --page --help" ;;
        cost) case $prev in
                  --family) COMPREPLY=($(compgen -W "chain ladder" -- "$cur"))
                            return ;;
              esac
              options="--family --formulations --bodies --threads --csv --quiet --help" ;;
        serve) options="--stdio --help" ;;
        board) if ((cword == 2)); then
                   COMPREPLY=($(compgen -W "test" -- "$cur"))
                   return
               fi
               options="--secret --board-secret --help" ;;
        list) COMPREPLY=($(compgen -W "formulations backends integrators joints examples --help" -- "$cur"))
              return ;;
        *) options="--lesson --no-restore --board-secret --help --version" ;;
    esac
    if [[ $cur == -* ]]; then
        COMPREPLY=($(compgen -W "$options" -- "$cur"))
    elif ((cword == 1)); then
        COMPREPLY=($(compgen -W "run compare replay check analyse synthesise grade paper cost list export generate board serve" -- "$cur") $(compgen -f -- "$cur"))
    else
        COMPREPLY=($(compgen -f -- "$cur"))
    fi
}
complete -o filenames -F _momentree momentree
